#include "core/figure/tex_pages.h"

#include "core/figure/tex.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace attn {

namespace {

constexpr std::string_view page_preamble = R"(\documentclass[a4paper]{article}
\usepackage[margin=0pt,noheadfoot]{geometry}
\usepackage{amsmath}
\usepackage{amssymb}
\usepackage{tikz}
\ifdefined\directlua\else\usepackage[T1]{fontenc}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\fi
\pagestyle{empty}
\setlength{\parindent}{0pt}
\setlength{\topskip}{0pt}
% A page's picture, from its upper left corner on; as wide and as high as nothing, so that it fills the page.
\newcommand\sheet[1]{\null\hbox to0pt{\raisebox{-\height}[0pt][0pt]{#1}\hss}\newpage}
)";

} // namespace

Result<std::string> write_tex_pages(std::span<const PdfPage> pages, const std::string& title,
                                    const Typesetter& typesetter) {
    std::string head = "% " + title;
    std::ranges::replace_if(
        head, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; }, ' ');
    std::string tex = head + "\n% compile with pdflatex or lualatex\n" + std::string(page_preamble);
    tex += "\\begin{document}\n";
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const auto picture = write_tex(pages[i].list, pages[i].page, 1, {.title = title}, typesetter);
        if (!picture)
            return picture.error();
        if (picture->beyond_latin)
            return error("“{}” has letters that pdflatex does not set; a .pdf has them", title);
        tex += fmt::format("% page {}\n\\sheet{{%\n{}}}\n", i + 1, picture->body);
    }
    return tex + "\\end{document}\n";
}

} // namespace attn
