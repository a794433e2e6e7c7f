#include "core/handouts/handout.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/svg.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/figure/xml.h"
#include "core/handouts/html_page.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_cell.h"

#include <fmt/format.h>
#include <string>

namespace attn {

namespace {

constexpr float handout_formula_size = 20;

Result<std::string> formula_in_html(const DrawContext& drawing, const std::string& tex, const std::string& name) {
    const Colour ink = drawing.theme().ink;
    const Typeset set = names_head(drawing) ? set_formula(drawing, tex, handout_formula_size, ink)
                                            : set_general_formula(drawing, tex, handout_formula_size, ink);
    return write_inline_svg(set.list, page_around(set.list, drawing.typesetter, 2, transparent),
                            {name, in_notation(tex, notation_of(drawing.session)), {}}, drawing.typesetter);
}

Result<std::string> formulas_in_html(const DrawContext& drawing, const CellId& cell, const std::string& name) {
    std::string html;
    const std::string whole = figure_formula(drawing);
    const std::string of_cell = cell_formula_that_holds(drawing, cell.array);
    int count = 0;
    for (const std::string& tex : {whole, of_cell}) {
        if (tex.empty() || (count > 0 && tex == whole))
            continue;
        const auto drawn = formula_in_html(drawing, tex, fmt::format("{}-f{}", name, ++count));
        if (!drawn)
            return drawn.error();
        html += "<p>" + *drawn + "</p>\n";
    }
    return html.empty() ? html : "<h3>Formula</h3>\n" + html;
}

Result<std::string> section_of(const DrawContext& drawing, const CellId& asked, const std::string& name) {
    const CellId cell = canonical(drawing, asked);
    const auto drawn = picture_in_html(drawing, name);
    if (!drawn)
        return drawn.error();
    const auto formulas = formulas_in_html(drawing, cell, name);
    if (!formulas)
        return formulas.error();
    const std::string of = whose(drawing);
    std::string html =
        fmt::format("<h2>{}{}</h2>\n<div class=\"sides\">\n{}<div class=\"words\">\n{}",
                    xml_escaped(array_title(drawing.session, cell.array).letters()),
                    of.empty() ? "" : fmt::format(" <small>{}</small>", xml_escaped(of)), *drawn, *formulas);
    html += "<h3>One cell</h3>\n" + html_paragraph(cell_words(drawing, cell).letters(), "dim") +
            html_paragraph(worked_cell(drawing, cell, most_summands), "worked");
    if (const std::string meaning = in_words(drawing, explain(drawing.trace, cell)); !meaning.empty())
        html += "<h3>In words</h3>\n" + html_paragraph(meaning);
    return html + "</div>\n</div>\n";
}

/// The session in the requested notation and orientation of tokens.
Session session_as_asked(const FigureSource& source, const FigureRequest& shown) {
    Session session = source.session;
    session.notation = shown.notation.value_or(session.notation);
    session.tokens_as_columns = shown.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

/// The session's question and description, as paragraphs.
std::string about(const FigureSource& source, const Session& session) {
    std::string html;
    for (const std::string& words : {session.question, session.about})
        if (!words.empty() && is_told({session, source.trace}))
            html += html_paragraph(text_in(session, words));
    return html;
}

/// The id of a step's section: "A", or "A-2" if several heads have sections of their own.
std::string id_of(const FigureRequest& step, const FigureRequest& shown) {
    const CellId cell = cell_of(step);
    const bool is_of_several = !shown.more_heads.empty() && has_heads(cell.array);
    return std::string(array_name(cell.array)) + (is_of_several ? fmt::format("-{}", cell.head + 1) : std::string());
}

} // namespace

Result<std::string> handout(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    const Session session = session_as_asked(source, shown);
    std::vector<HtmlSection> sections;
    for (const FigureRequest& step : *steps) {
        const CellId cell = cell_of(step);
        const FigureContext whole(step, source, cell);
        const FigureContext drawing(step, source, cell, part_of_picture(whole.drawing(), cell));
        const std::string id = id_of(step, shown);
        auto html = section_of(drawing.drawing(), cell, id);
        if (!html)
            return html.error();
        const std::string link = shown.more_heads.empty() ? shown_name(session, cell.array)
                                                          : matrix_name(session, cell.array, step.head.value_or(0));
        sections.push_back({id, link, *std::move(html)});
    }
    return html_page(session.title.empty() ? "Attention" : session.title, about(source, session), sections);
}

} // namespace attn
