#pragma once

#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The words of a TeX file beside its picture.
struct TexWords {
    std::string title;       ///< as a comment
    std::string caption{};   ///< TeX for a \caption, as a comment; empty: none
    bool standalone = false; ///< it is a document
};

/// A picture in TeX.
struct TexPicture {
    std::string head; ///< comments: title, packages, size; or the preamble of a document
    std::string body;
    bool beyond_latin = false; ///< has letters that only lualatex sets

    std::string text() const { return head + body; }
};

/// The list as a tikzpicture to \input in an article or a frame, beside as many others as one likes: it defines
/// nothing beyond itself, and comments at its head name what it needs. Or, standalone, as a document. It is `scale`
/// times its natural size; texts are TeX's own, formulas as they were written, and no wider than there is room.
/// Compiles with pdflatex, or with lualatex where there are letters beyond Latin; its second line says which. Fails
/// where a matrix has too many cells for TeX.
Result<TexPicture> write_tex(const DisplayList& list, const Page& page, float scale, const TexWords& words,
                             const Typesetter& typesetter);

} // namespace attn
