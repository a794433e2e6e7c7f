#include "core/handouts/handout.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/svg.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/figure/xml.h"
#include "core/files/base64.h"
#include "core/files/shipped_text.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_cell.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <glib.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace attn {

namespace {

/// A file of assets/handout, by its name without the ending.
std::string_view text_of(std::string_view name) {
    return std::ranges::find(handout_texts(), name, &ShippedText::name)->text;
}

/// How the page steps and says numbers. Neither < nor & stand in it, so that it needs no escapes in XML.
std::string handout_script() {
    return fmt::format("\n{}", text_of("script"));
}

/// What the page may do, as its Content-Security-Policy: run that script and no other, and load nothing.
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

constexpr float picture_width = 660;
constexpr float picture_height = 540;
constexpr float handout_formula_size = 20;

class Section {
public:
    Section(const DrawContext& drawing, const CellId& cell, std::string name)
        : drawing_(drawing), cell_(canonical(drawing, cell)), name_(std::move(name)) {}

    Result<std::string> write() const {
        const auto drawn = picture();
        if (!drawn)
            return drawn.error();
        const auto formulas = written_formulas();
        if (!formulas)
            return formulas.error();
        const std::string of = whose(drawing_);
        std::string html =
            fmt::format("<section id=\"{}\">\n<h2>{}", name_, xml_escaped(array_title(drawing_.session, cell_.array)));
        html +=
            (of.empty() ? "" : fmt::format(" <small>{}</small>", xml_escaped(of))) + "</h2>\n<div class=\"sides\">\n";
        html += fmt::format("<figure class=\"picture\">\n{}</figure>\n<div class=\"words\">\n", *drawn);
        html += *formulas + fmt::format("<h3>One cell</h3>\n<p class=\"dim\">{}</p>\n<p class=\"worked\">{}</p>\n",
                                        xml_escaped(cell_words(drawing_, cell_)),
                                        xml_escaped(worked_cell(drawing_, cell_, most_summands)));
        if (const std::string meaning = in_words(drawing_, explain(drawing_.trace, cell_)); !meaning.empty())
            html += fmt::format("<h3>In words</h3>\n<p>{}</p>\n", xml_escaped(meaning));
        return html + "</div>\n</div>\n</section>\n";
    }

private:
    Result<std::string> picture() const {
        DisplayList list;
        attn::picture(shown_picture(drawing_)).draw(list, drawing_, {0, 0, picture_width, picture_height});
        const auto value_of = [&](const CellId& cell) { return said(cell); };
        return write_inline_svg(list, page_around(list, drawing_.typesetter, 4, transparent),
                                {name_, array_title(drawing_.session, cell_.array), value_of}, drawing_.typesetter);
    }

    /// "a₁‚₂ = 0.948: rose₁ reads is₂"; with its head where the page is not of one: "w₁‚₂ of head 2 = 0.5: …".
    std::string said(const CellId& cell) const {
        if (!drawing_.trace.contains(cell))
            return {};
        const std::string name = names_head(drawing_) ? short_cell(drawing_, cell) : short_cell_of_head(drawing_, cell);
        const float value = drawing_.trace.value(cell);
        const int decimals = drawing_.view_state.fine_decimals();
        return fmt::format("{} {} {}: {}", name, is_exact_by_hand(value, decimals) ? "=" : "≈",
                           by_hand(value, decimals), cell_words(drawing_, cell));
    }

    Result<std::string> written_formulas() const {
        std::string html;
        const std::string whole = figure_formula(drawing_);
        const std::string of_cell = cell_formula_that_holds(drawing_, cell_.array);
        int count = 0;
        for (const std::string& tex : {whole, of_cell}) {
            if (tex.empty() || (count > 0 && tex == whole))
                continue;
            const auto drawn = formula(tex, fmt::format("{}-f{}", name_, ++count));
            if (!drawn)
                return drawn.error();
            html += "<p>" + *drawn + "</p>\n";
        }
        return html.empty() ? html : "<h3>Formula</h3>\n" + html;
    }

    Result<std::string> formula(const std::string& tex, const std::string& name) const {
        const Colour ink = drawing_.theme().ink;
        const Typeset set = names_head(drawing_) ? set_formula(drawing_, tex, handout_formula_size, ink)
                                                 : set_general_formula(drawing_, tex, handout_formula_size, ink);
        return write_inline_svg(set.list, page_around(set.list, drawing_.typesetter, 2, transparent),
                                {name, in_notation(tex, notation_of(drawing_.session)), {}}, drawing_.typesetter);
    }

    const DrawContext& drawing_;
    CellId cell_;
    std::string name_;
};

/// The session in the notation that was asked for.
Session session_as_asked(const FigureSource& source, const FigureRequest& shown) {
    Session session = source.session;
    session.notation = shown.notation.value_or(session.notation);
    session.tokens_as_columns = shown.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

/// The session's question and what it is about, as paragraphs.
std::string about(const FigureSource& source, const Session& session) {
    std::string html;
    for (const std::string& words : {session.question, session.about})
        if (!words.empty() && is_told({session, source.trace}))
            html += fmt::format("<p>{}</p>\n", xml_escaped(text_in(session, words)));
    return html;
}

/// "A", and where several heads have their own "A-2": the id of a step's section.
std::string id_of(const FigureRequest& step, const FigureRequest& shown) {
    const CellId cell = cell_of(step);
    const bool is_of_several = !shown.more_heads.empty() && has_heads(cell.array);
    return std::string(array_name(cell.array)) + (is_of_several ? fmt::format("-{}", cell.head + 1) : std::string());
}

std::string contents(const Session& session, const FigureRequest& shown, const std::vector<FigureRequest>& steps) {
    std::string html;
    for (const FigureRequest& step : steps)
        html += fmt::format("<a href=\"#{}\">{}</a>\n", id_of(step, shown),
                            xml_escaped(shown.more_heads.empty()
                                            ? shown_name(session, cell_of(step).array)
                                            : matrix_name(session, cell_of(step).array, step.head.value_or(0))));
    return html;
}

} // namespace

Result<std::string> handout(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    std::string sections;
    for (const FigureRequest& step : *steps) {
        const CellId cell = cell_of(step);
        const FigureContext whole(step, source, cell);
        const FigureContext drawing(step, source, cell, part_of_picture(whole.drawing(), cell));
        const auto section = Section(drawing.drawing(), cell, id_of(step, shown)).write();
        if (!section)
            return section.error();
        sections += *section;
    }
    const Session session = session_as_asked(source, shown);
    const std::string script = handout_script();
    return fmt::format(fmt::runtime(text_of("page")), fmt::arg("policy", handout_policy(script)),
                       fmt::arg("title", xml_escaped(session.title.empty() ? "Attention" : session.title)),
                       fmt::arg("styles", text_of("styles")), fmt::arg("picture_styles", svg_styles()),
                       fmt::arg("about", about(source, session)),
                       fmt::arg("contents", contents(session, shown, *steps)), fmt::arg("steps", sections),
                       fmt::arg("script", script));
}

} // namespace attn
