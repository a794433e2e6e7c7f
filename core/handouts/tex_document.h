#pragma once

#include "core/figure/figure.h"
#include "core/handouts/document_file.h"
#include "core/tensor/result.h"
#include "core/text/prose.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// The room for a figure in a LaTeX document, in centimetres.
struct FigurePlace {
    float width;
    float height;
};

/// The width and height of a figure in centimetres.
Point centimetres(const Figure& figure);
/// True if the figure is no larger than the place.
bool fits(const Figure& figure, const FigurePlace& place);

/// The files of a LaTeX document that is being written. It notes if letters need lualatex instead of pdflatex.
class TexDocument {
public:
    /// Adds a file for the figure and returns the TeX that sets it. The file is TeX if pdflatex can set it and it fits
    /// the place, otherwise a PDF.
    Result<std::string> add_figure(const Figure& figure, const std::string& name, const FigurePlace& place,
                                   const Typesetter& typesetter);
    void add_file(DocumentFile file) { files_.push_back(std::move(file)); }
    /// The text as TeX. The document notes if its letters need lualatex.
    std::string words(const Prose& text) { return noted(text.tex()); }
    std::string noted(TexText set);

    /// The command that compiles the document: "pdflatex (or lualatex) deck.tex".
    std::string how_to_compile(std::string_view file) const;

    /// All files of the document, its text first.
    std::vector<DocumentFile> finish(std::string name, std::string text) &&;

private:
    std::vector<DocumentFile> files_;
    bool beyond_latin_ = false;
};

/// The title page of a deck as TeX, and the plain title for a PDF's properties.
struct DeckTitle {
    std::string title;
    std::string subtitle;
    std::string plain_title;
    std::string plain_subtitle;
    std::string about; ///< TeX beneath both
};

/// The files of a deck for beamer, 16:9: deck.tex with a title page and `frames`, and the document's figures.
std::vector<DocumentFile> finish_deck(TexDocument document, const DeckTitle& title, const std::string& frames);

/// The packages of notes and slides. LuaTeX uses Latin Modern in Unicode by default.
inline constexpr std::string_view tex_packages = R"(\usepackage{amsmath}
\usepackage{amssymb}
\usepackage{tikz}
\ifdefined\directlua\else\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi
)";

/// The text as a TeX comment on one line.
std::string as_comment(std::string_view text);

} // namespace attn
