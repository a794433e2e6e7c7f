#include "core/handouts/tex_document.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace attn {

namespace {

constexpr float logical_pixels_a_cm = 96 / 2.54F;

/// The words as TeX. Words that need TeX commands also have plain letters for the properties of a PDF, which take none.
std::string beside_pdf_string(const std::string& tex, std::string_view words) {
    std::string plain;
    std::ranges::copy_if(words, std::back_inserter(plain), [](char byte) {
        return byte >= 0x20 && byte < 0x7f && std::string_view("#$%&_^~\\{}").find(byte) == std::string_view::npos;
    });
    return plain == tex ? tex : fmt::format("\\texorpdfstring{{{}}}{{{}}}", tex, plain);
}

} // namespace

Point centimetres(const Figure& figure) {
    const float unit = figure.scale / logical_pixels_a_cm;
    return {figure.page.area.width * unit, figure.page.area.height * unit};
}

bool fits(const Figure& figure, const FigurePlace& place) {
    const Point size = centimetres(figure);
    return size.x <= place.width + 0.01F && size.y <= place.height + 0.01F;
}

Result<std::string> TexDocument::add_figure(const Figure& figure, const std::string& name, const FigurePlace& place,
                                            const Typesetter& typesetter) {
    // A figure that pdflatex cannot set, because of its letters or its size, becomes a PDF.
    if (const auto tex = tex_picture(figure, typesetter); tex && !tex->beyond_latin && fits(figure, place)) {
        files_.push_back({name + ".tex", tex->text()});
        return fmt::format("\\input{{{}}}", name);
    }
    auto pdf = write(figure, FigureFormat::pdf, 0, typesetter);
    if (!pdf)
        return pdf.error();
    files_.push_back({name + ".pdf", *std::move(pdf)});
    return fmt::format("\\includegraphics[width={}cm,height={}cm,keepaspectratio]{{{}}}",
                       std::min(place.width, centimetres(figure).x), place.height, name);
}

std::string TexDocument::noted(TexText set) {
    beyond_latin_ = beyond_latin_ || set.beyond_latin;
    return std::move(set.tex);
}

std::string TexDocument::how_to_compile(std::string_view file) const {
    return beyond_latin_ ? fmt::format("lualatex {}, with fonts for its letters", file)
                         : fmt::format("pdflatex (or lualatex) {}", file);
}

std::vector<DocumentFile> TexDocument::finish(std::string name, std::string text) && {
    files_.insert(files_.begin(), {std::move(name), std::move(text)});
    return std::move(files_);
}

std::vector<DocumentFile> finish_deck(TexDocument document, const DeckTitle& title, const std::string& frames) {
    std::string file = as_comment(title.plain_title);
    file += fmt::format("% Compiles by itself: {}.\n", document.how_to_compile("deck.tex"));
    file +=
        "% Figures are built up step by step; with handout among the options of the class each frame is one page.\n";
    file += R"(\documentclass[aspectratio=169,10pt]{beamer}
\usefonttheme[onlymath]{serif}
)" + std::string(tex_packages);
    file +=
        "\\setbeamertemplate{navigation symbols}{}\n\\setbeamertemplate{footline}"
        "{\\hfill\\usebeamercolor[fg]{page number in head/foot}\\footnotesize\\insertframenumber\\kern1em\\vskip3pt}\n";
    file += fmt::format("\\title{{{}}}\n\\subtitle{{{}}}\n\\date{{\\small {}}}\n\\begin{{document}}\n"
                        "\\begin{{frame}}\n\\titlepage\n\\end{{frame}}\n{}\\end{{document}}\n",
                        beside_pdf_string(title.title, title.plain_title),
                        beside_pdf_string(title.subtitle, title.plain_subtitle), title.about, frames);
    return std::move(document).finish("deck.tex", std::move(file));
}

std::string as_comment(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(
        line, [](char byte) { return static_cast<unsigned char>(byte) < 0x20; }, ' ');
    return "% " + line + "\n";
}

} // namespace attn
