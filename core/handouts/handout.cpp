#include "core/handouts/handout.h"

#include "core/document/options/session_notation.h"
#include "core/document/sources/model_around.h"
#include "core/engine/engine.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/svg.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/xml.h"
#include "core/handouts/html_page.h"
#include "core/handouts/tour.h"
#include "core/tensor/noun_for.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
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

Result<HtmlSection> section_of(const Step& step, bool names_heads, const std::string& id) {
    const FigureContext context(step.request, *step.source, step.cell, step.revealed);
    const DrawContext& drawing = context.drawing();
    const auto drawn = picture_in_html(drawing, id);
    if (!drawn)
        return drawn.error();
    const auto formulas = formulas_in_html(drawing, step, id);
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
    return HtmlSection{id, link, html + "</div>\n</div>\n"};
}

/// A section for each step of a layer. `before_id` begins their ids.
Result<std::vector<HtmlSection>> sections_of(const FigureSource& source, const FigureRequest& shown,
                                             const std::string& before_id = {}) {
    const auto steps = tour(source, {shown});
    if (!steps)
        return steps.error();
    std::vector<HtmlSection> sections;
    for (const Step& step : steps->steps) {
        auto section = section_of(step, !shown.more_heads.empty(), before_id + step.name);
        if (!section)
            return section.error();
        sections.push_back(*std::move(section));
    }
    return sections;
}

/// A section with the picture of all layers and heads.
Result<HtmlSection> section_of_model(const FigureSource& source, const FigureRequest& shown) {
    FigureRequest request = shown;
    request.kind = "model";
    const auto cell = figure_cell(request, source);
    if (auto can = can_be_drawn(request, source); !cell || !can)
        return cell ? can.error() : cell.error();
    const FigureContext context(request, source, *cell);
    const auto drawn = picture_in_html(context.drawing(), "model", PictureId::model);
    if (!drawn)
        return drawn.error();
    return HtmlSection{"model", "all layers",
                       "<h2>All layers and heads, and the words that may follow</h2>\n" + *drawn};
}

/// The session's question and description, as paragraphs.
std::string about(const FigureSource& source, const Session& session) {
    std::string html;
    for (const std::string& words : {session.question, session.about})
        if (!words.empty() && is_told({session, source.trace}))
            html += html_paragraph(prose_in(session, words));
    return html;
}

/// A paragraph with the sizes of the model and its text.
std::string about_model(const std::vector<Session>& layers, const Session& session) {
    const Layer& layer = session.layer();
    std::string words =
        fmt::format("{} {}, {} {} in each.", layers.size(), noun_for(static_cast<Index>(layers.size()), "layer"),
                    layer.heads.size(), noun_for(static_cast<Index>(layer.heads.size()), "head"));
    for (const std::vector<std::string>& tokens : layer.sequence.items)
        words += fmt::format(" “{}”", fmt::join(tokens, " "));
    return html_paragraph(words);
}

std::string page_of(const FigureSource& source, const std::string& about, const std::vector<HtmlSection>& sections) {
    const std::string& title = source.session.title;
    return html_page(title.empty() ? "Attention" : title, about, sections);
}

} // namespace

Result<std::string> handout(const FigureSource& source, const FigureRequest& shown) {
    const auto sections = sections_of(source, shown);
    if (!sections)
        return sections.error();
    return page_of(source, about(source, in_notation_of(shown, source.session)), *sections);
}

Result<std::string> handout_of_model(const FigureSource& source, const FigureRequest& shown) {
    auto overview = section_of_model(source, shown);
    if (!overview)
        return overview.error();
    const auto layers = open_layers_around(source.session);
    if (!layers)
        return layers.error();
    std::vector<HtmlSection> sections{*std::move(overview)};
    for (std::size_t number = 0; number < layers->size(); ++number) {
        if (source.stop.stop_requested())
            break;
        Engine engine;
        const Session& session = (*layers)[number];
        const auto of_layer = sections_of({session, engine.compute(session.layer()), source.typesetter}, shown,
                                          fmt::format("layer-{}-", number));
        if (!of_layer)
            return error("layer {}: {}", number, of_layer.error().message);
        for (HtmlSection section : *of_layer) {
            section.fold = fmt::format("layer {}", number);
            sections.push_back(std::move(section));
        }
    }
    return page_of(source, about_model(*layers, source.session), sections);
}

} // namespace attn
