#include "core/handouts/handout.h"

#include "core/document/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/words.h"
#include "core/figure/svg.h"
#include "core/figure/xml.h"
#include "core/handouts/handout_page.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_cell.h"

#include <fmt/format.h>

namespace attn {

namespace {

constexpr float picture_width = 660;
constexpr float picture_height = 540;
constexpr float handout_formula_size = 20;

class Section {
public:
    Section(const DrawContext& drawing, const CellId& cell)
        : drawing_(drawing), cell_(canonical(drawing, cell)), name_(array_name(cell.array)) {}

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

    /// "a₁‚₂ = 0.948: rose₁ reads is₂".
    std::string said(const CellId& cell) const {
        if (!drawing_.trace.contains(cell))
            return {};
        return fmt::format("{} = {}: {}", short_cell(drawing_, cell), by_hand(drawing_.trace.value(cell)),
                           cell_words(drawing_, cell));
    }

    Result<std::string> written_formulas() const {
        std::string html;
        const std::string whole = figure_formula(drawing_);
        const std::string of_cell = cell_formula_of(drawing_.session, cell_.array);
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

std::string head_of(const Session& session) {
    const std::string title = xml_escaped(session.title.empty() ? "Attention" : session.title);
    std::string html = "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
                       "<meta charset=\"utf-8\"/>\n";
    html += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n", handout_policy());
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
    html += fmt::format("<title>{}</title>\n<style>{}{}\n</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n", title,
                        handout_styles(), svg_styles(), title);
    for (const std::string& words : {session.question, session.about})
        if (!words.empty())
            html += fmt::format("<p>{}</p>\n", xml_escaped(words));
    return html + "</header>\n";
}

std::string contents(const Session& session, const std::vector<FigureRequest>& steps) {
    std::string html = "<nav aria-label=\"Steps\">\n";
    for (const FigureRequest& step : steps)
        html += fmt::format("<a href=\"#{}\">{}</a>\n", array_name(cell_of(step).array),
                            xml_escaped(shown_name(session, cell_of(step).array)));
    return html + "</nav>\n<main>\n";
}

constexpr std::string_view foot = "</main>\n<footer>\n<button type=\"button\" id=\"previous\">Previous</button>\n"
                                  "<p id=\"value\" role=\"status\"></p>\n"
                                  "<button type=\"button\" id=\"next\">Next</button>\n</footer>\n<script>";

} // namespace

Result<std::string> handout(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    std::string html = head_of(source.session) + contents(source.session, *steps);
    for (const FigureRequest& step : *steps) {
        const CellId cell = cell_of(step);
        const FigureContext drawing(step, source, cell);
        const auto section = Section(drawing.drawing(), cell).write();
        if (!section)
            return section.error();
        html += *section;
    }
    return html + std::string(foot) + std::string(handout_script()) + "</script>\n</body>\n</html>\n";
}

} // namespace attn
