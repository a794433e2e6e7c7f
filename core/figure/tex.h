#pragma once

#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The texts of a TeX file besides its picture.
struct TexWords {
    std::string title;       ///< written as a comment
    std::string caption{};   ///< TeX for a \caption, written as a comment; may be empty
    bool standalone = false; ///< true: a document of its own
};

/// A picture in TeX.
struct TexPicture {
    std::string head; ///< comments with title, packages and size; or the preamble of a document
    std::string body;
    bool beyond_latin = false; ///< has letters that only lualatex can set

    std::string text() const { return head + body; }
};

/// The list as a tikzpicture to \input in an article or a beamer frame, any number of times: it defines nothing outside
/// itself, and comments at its head name the packages that it needs. Or, standalone, as a document. It is `scale` times
/// its natural size. Texts are set by TeX, in the room that they have; formulas are written as TeX. Compiles with
/// pdflatex, or with lualatex if there are letters beyond Latin; the second line says which. Fails if a matrix has too
/// many cells for TeX.
Result<TexPicture> write_tex(const DisplayList& list, const Page& page, float scale, const TexWords& words,
                             const Typesetter& typesetter);

} // namespace attn
