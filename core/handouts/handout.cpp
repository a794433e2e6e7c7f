#include "core/handouts/handout.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/svg.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/xml.h"
#include "core/handouts/html_page.h"
#include "core/handouts/tour.h"

#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float handout_formula_size = 20;

Result<std::string> formula_in_html(const DrawContext& drawing, const std::string& tex, const std::string& name) {
    const Typeset set = set_figure_formula(drawing, tex, handout_formula_size);
    return write_inline_svg(set.list, page_around(set.list, drawing.typesetter, 2, transparent),
                            {name, in_notation(tex, notation_of(drawing.session)), {}}, drawing.typesetter);
}

Result<std::string> formulas_in_html(const DrawContext& drawing, const Step& step, const std::string& id) {
    std::string html;
    int count = 0;
    for (const std::string& tex : step.rules) {
        const auto drawn = formula_in_html(drawing, tex, fmt::format("{}-f{}", id, ++count));
        if (!drawn)
            return drawn.error();
        html += "<p>" + *drawn + "</p>\n";
    }
    return html.empty() ? html : "<h3>Formula</h3>\n" + html;
}

Result<HtmlSection> section_of(const Step& step, bool names_heads) {
    const FigureContext context(step.request, *step.source, step.cell, step.revealed);
    const DrawContext& drawing = context.drawing();
    const auto drawn = picture_in_html(drawing, step.name);
    if (!drawn)
        return drawn.error();
    const auto formulas = formulas_in_html(drawing, step, step.name);
    if (!formulas)
        return formulas.error();
    std::string html = fmt::format(
        "<h2>{}{}</h2>\n<div class=\"sides\">\n{}<div class=\"words\">\n{}", html_of(step.title),
        step.whose.empty() ? "" : fmt::format(" <small>{}</small>", xml_escaped(step.whose)), *drawn, *formulas);
    html += "<h3>One cell</h3>\n" + html_paragraph(step.subject, "dim") + html_paragraph(step.worked, "worked");
    if (const Prose meaning = prose_of(step.meaning); !meaning.empty())
        html += "<h3>In words</h3>\n" + html_paragraph(meaning);
    const std::string link = names_heads ? matrix_name(drawing.session, step.cell.array, step.request.head.value_or(0))
                                         : shown_name(drawing.session, step.cell.array);
    return HtmlSection{step.name, link, html + "</div>\n</div>\n"};
}

/// The session's question and description, as paragraphs.
std::string about(const FigureSource& source, const Session& session) {
    std::string html;
    for (const std::string& words : {session.question, session.about})
        if (!words.empty() && is_told({session, source.trace}))
            html += html_paragraph(prose_in(session, words));
    return html;
}

} // namespace

Result<std::string> handout(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = tour(source, {shown});
    if (!steps)
        return steps.error();
    std::vector<HtmlSection> sections;
    for (const Step& step : steps->steps) {
        auto section = section_of(step, !shown.more_heads.empty());
        if (!section)
            return section.error();
        sections.push_back(*std::move(section));
    }
    const Session& session = steps->session;
    return html_page(session.title.empty() ? "Attention" : session.title, about(source, session), sections);
}

} // namespace attn
