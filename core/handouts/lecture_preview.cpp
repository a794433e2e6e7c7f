#include "core/handouts/lecture_preview.h"

#include "core/document/session_notation.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/scaled.h"
#include "core/figure/typeset_formula.h"
#include "core/handouts/lecture_steps.h"
#include "core/handouts/pages.h"
#include "core/handouts/step_formulas.h"
#include "core/handouts/tour_of_stages.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace attn {

namespace {

constexpr float pixels_a_cm = 10 * paper::pixels_a_millimetre;
constexpr float line_height = 18;
constexpr float formula_size = 15;
constexpr Always is_name{"it repeats the title and the words of the session"};

/// A column of text, formulas and figures, which goes on over pages.
class Column {
public:
    Column(const FigureSource& source, Point centimetres, Box area)
        : source_(source), page_{{0, 0, centimetres.x * pixels_a_cm, centimetres.y * pixels_a_cm},
                                 theme(Look::light).panel},
          area_(area), at_(area.y) {}

    void words(const std::string& text, const Font& font = {}) {
        if (text.empty())
            return;
        DisplayList list;
        const float height =
            add_paragraph(list, source_.typesetter, {}, area_.width, Claims{{text, is_name}}, ink(), font, line_height);
        place(list, {area_.x, line_height}, height + space::small);
    }

    void centred(const std::string& text, const Font& font) {
        DisplayList list;
        add_text(list, source_.typesetter, {}, text, ink(), font, Horizontal::centre);
        attach_claims(list, {{text, is_name}});
        place(list, {area_.centre().x, font.size}, font.size + space::large);
    }

    void formula(const std::string& tex) {
        if (const auto set = typeset(tex, formula_size, ink(), source_.typesetter))
            place(set->list, {area_.centre().x - set->width / 2, set->ascent},
                  set->ascent + set->descent + space::medium);
    }

    void figure(const Figure& drawn) {
        const Box& box = drawn.page.area;
        place(scaled(drawn.list, drawn.scale),
              {area_.centre().x - box.width * drawn.scale / 2 - box.x * drawn.scale, -box.y * drawn.scale},
              box.height * drawn.scale + line_height);
    }

    void end_page() {
        pages_.push_back({std::exchange(list_, {}), page_});
        at_ = area_.y;
    }

    std::vector<PdfPage> take() {
        end_page();
        return std::move(pages_);
    }

private:
    static Colour ink() { return theme(Look::light).ink; }

    /// On the next page where this one has no room.
    void place(const DisplayList& list, Point offset, float height) {
        if (at_ + height > area_.bottom() && at_ > area_.y)
            end_page();
        list_.append(list, {offset.x, at_ + offset.y});
        at_ += height;
    }

    const FigureSource& source_;
    Page page_;
    Box area_;
    float at_;
    DisplayList list_;
    std::vector<PdfPage> pages_;
};

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

std::set<ArrayId> arrays_of(const std::vector<FigureRequest>& steps) {
    std::set<ArrayId> walked;
    for (const FigureRequest& step : steps)
        walked.insert(cell_of(step).array);
    return walked;
}

void add_formulas(Column& column, const FigureSource& source, const FigureRequest& step, FormulasOfSteps& formulas) {
    const FigureContext context(step, source, cell_of(step));
    for (const StepFormula& formula : formulas.beside(context.drawing(), false).formulas)
        column.formula(formula.tex);
}

/// In a room of so many centimetres.
void add_figure(Column& column, const FigureSource& source, FigureRequest step, const FigurePlace& room) {
    const FigureContext context(step, source, cell_of(step));
    step.kind = picture(shown_picture(context.drawing())).name;
    step.titled = step.captioned = false;
    step.fit = FigureFit::free;
    step.width = room.width;
    step.height = room.height;
    if (const auto drawn = lay_out_if_it_fits(step, source))
        column.figure(*drawn);
}

} // namespace

Result<std::vector<PdfPage>> preview_of_notes(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    constexpr Point a4{21, 29.7F};
    constexpr float side = 4.4F; // cm: LaTeX's own
    constexpr float width = a4.x - 2 * side;
    Column column(source, a4,
                  {side * pixels_a_cm, side * pixels_a_cm, width * pixels_a_cm, (a4.y - 2 * side) * pixels_a_cm});
    const Session session = shown_session(source, shown);
    column.words("1  " + title_of(source.session), bold(type_size::large));
    column.words(text_in(session, session.question));
    column.words(text_in(session, session.about));
    column.words(fmt::format("The sequence is “{}”.", sequence_of(source, cell_of(steps->front()).item)));
    FormulasOfSteps formulas(arrays_of(*steps), {}, most_summands);
    for (std::size_t i = 0; i < steps->size(); ++i) {
        column.words(fmt::format("1.{}  {}", i + 1, array_title(session, cell_of((*steps)[i]).array)), bold());
        add_formulas(column, source, (*steps)[i], formulas);
        add_figure(column, source, (*steps)[i], {width, width});
    }
    return column.take();
}

Result<std::vector<PdfPage>> preview_of_slides(const FigureSource& source, const FigureRequest& shown) {
    const auto steps = walk(source, shown);
    if (!steps)
        return steps.error();
    constexpr Point frame{16, 9};
    constexpr float margin = 0.7F; // cm
    Column column(source, frame,
                  {margin * pixels_a_cm, margin * pixels_a_cm, (frame.x - 2 * margin) * pixels_a_cm,
                   (frame.y - 2 * margin) * pixels_a_cm});
    const Session session = shown_session(source, shown);
    column.centred(title_of(source.session), bold(type_size::large));
    column.centred(text_in(session, session.question), {});
    column.centred(sequence_of(source, cell_of(steps->front()).item), {});
    FormulasOfSteps formulas(arrays_of(*steps), {}, most_summands);
    for (const FigureRequest& step : *steps) {
        const std::string title = array_title(session, cell_of(step).array);
        column.end_page();
        column.words(title, bold());
        add_figure(column, source, step, {frame.x - 2 * margin, 6});
        column.end_page();
        column.words(title, bold());
        add_formulas(column, source, step, formulas);
    }
    return column.take();
}

} // namespace attn
