#include "core/handouts/first_page.h"

#include "core/document/session_notation.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/scaled.h"
#include "core/figure/typeset_formula.h"
#include "core/handouts/pages.h"
#include "core/handouts/step_formulas.h"
#include "core/handouts/tour_of_stages.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace attn {

namespace {

constexpr float pixels_a_cm = 10 * paper::pixels_a_millimetre;
constexpr float line_height = 18;
constexpr float formula_size = 15;
constexpr Always is_name{"it repeats the title and the words of the session"};

/// A column of text, formulas and figures.
class Column {
public:
    Column(const FigureSource& source, Box area) : source_(source), area_(area) {}

    void words(const std::string& text, const Font& font = {}) {
        if (!text.empty())
            area_.y += add_paragraph(list_, source_.typesetter, {area_.x, area_.y}, area_.width,
                                     Claims{{text, is_name}}, ink(), font, line_height) +
                       space::small;
    }

    void centred(const std::string& text, const Font& font) {
        add_text(list_, source_.typesetter, {area_.centre().x, area_.y}, text, ink(), font, Horizontal::centre);
        attach_claims(list_, {{text, is_name}});
        area_.y += font.size + space::large;
    }

    void formula(const std::string& tex) {
        const auto set = typeset(tex, formula_size, ink(), source_.typesetter);
        if (!set)
            return;
        area_.y += set->ascent;
        list_.append(set->list, {area_.centre().x - set->width / 2, area_.y});
        area_.y += set->descent + space::medium;
    }

    void figure(const Figure& drawn) {
        const Box& box = drawn.page.area;
        const Point at{area_.centre().x - box.width * drawn.scale / 2 - box.x * drawn.scale,
                       area_.y - box.y * drawn.scale};
        list_.append(scaled(drawn.list, drawn.scale), at);
        area_.y += box.height * drawn.scale + line_height;
    }

    DisplayList take() { return std::move(list_); }

private:
    static Colour ink() { return theme(Look::light).ink; }

    const FigureSource& source_;
    Box area_; ///< what is left of it
    DisplayList list_;
};

PdfPage page_of(Column& column, Point centimetres) {
    return {column.take(),
            {{0, 0, centimetres.x * pixels_a_cm, centimetres.y * pixels_a_cm}, theme(Look::light).panel}};
}

std::string title_of(const Session& session) {
    return session.title.empty() ? "Attention" : session.title;
}

Session shown_session(const FigureSource& source, const FigureRequest& shown) {
    Session session = source.session;
    session.notation = shown.notation.value_or(session.notation);
    return session;
}

std::string sequence_of(const FigureSource& source, Index item) {
    std::string words;
    for (Index token = 0; token < source.trace.sizes().S_q; ++token)
        words += (words.empty() ? "" : " ") + token_label(source.session.layer().sequence, item, token);
    return words;
}

} // namespace

Result<PdfPage> first_page_of_notes(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    FigureRequest first = steps->front();
    const FigureContext context(first, source, cell_of(first));
    const DrawContext& drawing = context.drawing();
    constexpr Point a4{21, 29.7F};
    constexpr float side = 4.4F; // cm: LaTeX's own
    Column column(source, {side * pixels_a_cm, 4 * pixels_a_cm, (a4.x - 2 * side) * pixels_a_cm, 0});
    column.words("1  " + title_of(source.session), bold(type_size::large));
    const Session session = shown_session(source, shown);
    column.words(text_in(session, session.question));
    column.words(text_in(session, session.about));
    column.words(fmt::format("The sequence is “{}”.", sequence_of(source, cell_of(first).item)));
    column.words("1.1  " + array_title(drawing.session, cell_of(first).array), bold());
    std::set<ArrayId> walked;
    for (const FigureRequest& step : *steps)
        walked.insert(cell_of(step).array);
    FormulasOfSteps formulas(std::move(walked), {}, most_summands);
    for (const StepFormula& formula : formulas.beside(drawing, false).formulas)
        column.formula(formula.tex);
    first.kind = picture(shown_picture(drawing)).name;
    first.titled = first.captioned = false;
    first.fit = FigureFit::free;
    first.width = a4.x - 2 * side;
    if (const auto drawn = lay_out_if_it_fits(first, source)) {
        column.figure(*drawn);
        column.words("Figure 1: " + drawn->title + ".");
    }
    return page_of(column, a4);
}

Result<PdfPage> first_page_of_slides(const FigureSource& source, const FigureRequest& shown) {
    const auto opened = figure_cell(shown, source);
    if (!opened)
        return opened.error();
    constexpr Point frame{16, 9};
    Column column(source, {0, 3 * pixels_a_cm, frame.x * pixels_a_cm, 0});
    column.centred(title_of(source.session), bold(type_size::large));
    const Session session = shown_session(source, shown);
    column.centred(text_in(session, session.question), {});
    column.centred(sequence_of(source, opened->item), {});
    return page_of(column, frame);
}

} // namespace attn
