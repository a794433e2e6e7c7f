#include "core/handouts/html_page.h"

#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/svg.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/xml.h"
#include "core/files/base64.h"
#include "core/files/shipped_text.h"
#include "core/handouts/worked_cell.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <glib.h>
#include <memory>
#include <string_view>

namespace attn {

namespace {

constexpr float picture_width = 660; // width beside words
constexpr float page_width = 1030;   // width without words beside it
constexpr float picture_height = 540;

/// A file of assets/handout, by its name without the ending.
std::string_view text_of(std::string_view name) {
    return std::ranges::find(handout_texts(), name, &ShippedText::name)->text;
}

/// The page's script, which steps through the sections and tells numbers. It contains neither < nor &, so that XML
/// needs no escapes.
std::string handout_script() {
    return fmt::format("\n{}", text_of("script"));
}

/// The page's Content-Security-Policy: it runs this script and no other, and loads nothing.
std::string handout_policy(const std::string& script) {
    gsize size = 32;
    std::array<guint8, 32> digest{};
    const std::unique_ptr<GChecksum, void (*)(GChecksum*)> checksum(g_checksum_new(G_CHECKSUM_SHA256), g_checksum_free);
    g_checksum_update(checksum.get(), reinterpret_cast<const guchar*>(script.data()),
                      static_cast<gssize>(script.size()));
    g_checksum_get_digest(checksum.get(), digest.data(), &size);
    const std::string bytes(digest.begin(), digest.begin() + size);
    return "default-src 'none'; script-src 'sha256-" + base64(bytes) +
           "'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
}

/// The words for a cell: "a₁‚₂ = 0.948: rose₁ reads is₂", or "w₁‚₂ of head 2 = 0.5: …" on a page about several heads.
std::string said(const DrawContext& drawing, const CellId& cell) {
    if (!drawing.trace.contains(cell))
        return {};
    const std::string name = names_head(drawing) ? short_cell(drawing, cell) : short_cell_of_head(drawing, cell);
    const float value = drawing.trace.value(cell);
    const int decimals = drawing.view_state.fine_decimals();
    return fmt::format("{} {} {}: {}", name, is_exact_by_hand(value, decimals) ? "=" : "≈", by_hand(value, decimals),
                       cell_words(drawing, cell).letters());
}

/// The list of links to the sections, with its folds.
std::string links_to(const std::vector<HtmlSection>& sections) {
    std::string links;
    std::string open; // the fold that the link before stands in
    const auto enter = [&](const std::string& fold) {
        if (fold == open)
            return;
        links += open.empty() ? "" : "</details>\n";
        links += fold.empty() ? "" : fmt::format("<details>\n<summary>{}</summary>\n", xml_escaped(fold));
        open = fold;
    };
    for (const HtmlSection& section : sections) {
        enter(section.fold);
        links += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, xml_escaped(section.link));
    }
    enter({});
    return links;
}

} // namespace

std::string html_page(const std::string& title, const std::string& about, const std::vector<HtmlSection>& sections) {
    std::string steps;
    for (const HtmlSection& section : sections)
        steps += fmt::format("<section id=\"{}\">\n{}</section>\n", section.id, section.html);
    const std::string script = handout_script();
    return fmt::format(fmt::runtime(text_of("page")), fmt::arg("policy", handout_policy(script)),
                       fmt::arg("title", xml_escaped(title)), fmt::arg("styles", text_of("styles")),
                       fmt::arg("picture_styles", svg_styles()), fmt::arg("about", about),
                       fmt::arg("contents", links_to(sections)), fmt::arg("steps", steps), fmt::arg("script", script));
}

Result<std::string> picture_in_html(const DrawContext& drawing, const std::string& name,
                                    std::optional<PictureId> shown) {
    DisplayList list;
    const Box area{0, 0, shown ? page_width : picture_width, picture_height};
    picture(shown.value_or(shown_picture(drawing))).draw(list, drawing, area);
    const auto value_of = [&](const CellId& cell) { return said(drawing, cell); };
    const auto svg = write_inline_svg(
        list, page_around(list, drawing.typesetter, 4, transparent),
        {name, array_title(drawing.session, drawing.view_state.array()).letters(), value_of}, drawing.typesetter);
    return svg ? Result(fmt::format("<figure class=\"picture\">\n{}</figure>\n", *svg)) : svg.error();
}

std::string html_of(const Prose& text) {
    std::string html;
    for (const LetterRun& run : text.runs()) {
        const std::string_view level = run.level < 0 ? "sub" : "sup";
        html +=
            run.level == 0 ? xml_escaped(run.letters) : fmt::format("<{0}>{1}</{0}>", level, xml_escaped(run.letters));
    }
    return html;
}

std::string html_paragraph(const Prose& text, const std::string& style) {
    return fmt::format("<p{}>{}</p>\n", style.empty() ? "" : fmt::format(" class=\"{}\"", style), html_of(text));
}

} // namespace attn
