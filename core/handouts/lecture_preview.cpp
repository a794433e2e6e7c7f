#include "core/handouts/lecture_preview.h"

#include "core/document/options/session_notation.h"
#include "core/engine/engine.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/scaled.h"
#include "core/figure/typeset_formula.h"
#include "core/handouts/lecture_steps.h"
#include "core/handouts/lengths.h"
#include "core/handouts/pages.h"
#include "core/handouts/step_formulas.h"
#include "core/handouts/tour_of_stages.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>
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

std::string sequence_of(const FigureSource& source, Index item) {
    std::string words;
    for (Index token = 0; token < source.trace.sizes().S_q; ++token)
        words += (words.empty() ? "" : " ") + token_label(source.session.layer().sequence, item, token);
    return words;
}

/// Steps that stand together, and what their part of the document is called and about; mostly it has no parts.
struct WalkedPart {
    std::string title{};
    std::string words{};
    const FigureSource* source;
    std::vector<FigureRequest> steps;
    bool is_of_all_heads = false; ///< behind one that was walked through alone
};

/// The steps in the order of the document: where notes begin with one head, all of it before the others.
class WalkedParts {
public:
    WalkedParts(const FigureSource& source, const FigureRequest& shown) : source_(source), shown_(shown) {}

    Result<void> walk_through() {
        auto steps = walk(source_, shown_);
        if (!steps)
            return steps.error();
        first_ = head_before_others(source_, shown_);
        if (!first_) {
            parts_.push_back({.source = &source_, .steps = *std::move(steps)});
            return {};
        }
        alone_.emplace(FigureSource{first_->session, engine_.compute(first_->session.layer()), source_.typesetter});
        FigureRequest shown = shown_;
        shown.head.reset();
        auto of_head = walk(*alone_, shown);
        if (!of_head)
            return of_head.error();
        const auto in_words = [](const Session& session) {
            return [notation = notation_of(session)](std::string_view tex) { return in_letters(tex, notation); };
        };
        const Session one = in_notation_of(shown_, first_->session);
        const Session all = in_notation_of(shown_, source_.session);
        parts_.push_back({"One head alone", words_on_one_head(one, in_words(one)), &*alone_, *std::move(of_head)});
        const auto of_heads =
            std::ranges::find_if(*steps, [](const FigureRequest& step) { return has_heads(cell_of(step).array); });
        parts_.push_back({"All heads", words_on_several_heads(all, in_words(all)), &source_,
                          std::vector(of_heads, steps->end()), true});
        return {};
    }

    const std::vector<WalkedPart>& parts() const { return parts_; }
    Index item() const { return cell_of(parts_.front().steps.front()).item; }
    /// What steps are about.
    std::set<ArrayId> arrays() const {
        std::set<ArrayId> all;
        for (const WalkedPart& part : parts_)
            for (const FigureRequest& step : part.steps)
                all.insert(cell_of(step).array);
        return all;
    }

private:
    const FigureSource& source_;
    const FigureRequest& shown_;
    std::optional<FirstHead> first_;
    Engine engine_{1};
    std::optional<FigureSource> alone_;
    std::vector<WalkedPart> parts_;
};

bool is_beside_others(const WalkedPart& part, const FigureRequest& step) {
    return part.is_of_all_heads && has_heads(cell_of(step).array);
}

std::vector<StepFormula> formulas_of(const WalkedPart& part, const FigureRequest& step, FormulasOfSteps& formulas) {
    const FigureContext context(step, *part.source, cell_of(step));
    return is_beside_others(part, step) ? formulas.of_several_heads(context.drawing())
                                        : formulas.beside(context.drawing(), false).formulas;
}

/// In a room of so many centimetres.
void add_figure(Column& column, const WalkedPart& part, FigureRequest step, const FigurePlace& room) {
    const FigureContext context(step, *part.source, cell_of(step));
    step.kind = is_beside_others(part, step) ? "heads" : picture(shown_picture(context.drawing())).name;
    step.titled = step.captioned = false;
    step.fit = FigureFit::free;
    step.width = room.width;
    step.height = room.height;
    if (const auto drawn = lay_out_if_it_fits(step, *part.source))
        column.figure(*drawn);
}

} // namespace

Result<std::vector<PdfPage>> preview_of_notes(const FigureSource& source, const FigureRequest& shown) {
    WalkedParts walked(source, shown);
    if (auto made = walked.walk_through(); !made)
        return made.error();
    constexpr Point a4{21, 29.7F};
    constexpr float side = 4.4F; // cm: LaTeX's own
    constexpr float width = a4.x - 2 * side;
    Column column(source, a4,
                  {side * pixels_a_cm, side * pixels_a_cm, width * pixels_a_cm, (a4.y - 2 * side) * pixels_a_cm});
    const Session session = in_notation_of(shown, source.session);
    column.words("1  " + title_of(source.session), bold(type_size::large));
    column.words(text_in(session, session.question));
    column.words(text_in(session, session.about));
    column.words(fmt::format("The sequence is “{}”.", sequence_of(source, walked.item())));
    FormulasOfSteps formulas(walked.arrays(), {}, most_summands);
    int number = 0;
    for (const WalkedPart& part : walked.parts()) {
        if (!part.title.empty())
            column.words(part.title, bold());
        column.words(part.words);
        for (const FigureRequest& step : part.steps) {
            column.words(fmt::format("1.{}  {}", ++number, array_title(session, cell_of(step).array)), bold());
            for (const StepFormula& formula : formulas_of(part, step, formulas))
                column.formula(formula.tex);
            add_figure(column, part, step, {width, width});
        }
    }
    return column.take();
}

Result<std::vector<PdfPage>> preview_of_slides(const FigureSource& source, const FigureRequest& shown) {
    WalkedParts walked(source, shown);
    if (auto made = walked.walk_through(); !made)
        return made.error();
    constexpr Point frame{16, 9};
    constexpr float margin = 0.7F; // cm
    Column column(source, frame,
                  {margin * pixels_a_cm, margin * pixels_a_cm, (frame.x - 2 * margin) * pixels_a_cm,
                   (frame.y - 2 * margin) * pixels_a_cm});
    const Session session = in_notation_of(shown, source.session);
    column.centred(title_of(source.session), bold(type_size::large));
    column.centred(text_in(session, session.question), {});
    column.centred(sequence_of(source, walked.item()), {});
    FormulasOfSteps formulas(walked.arrays(), {}, most_summands);
    for (const WalkedPart& part : walked.parts()) {
        if (!part.title.empty()) {
            column.end_page();
            column.words(part.title, bold());
            column.words(part.words);
        }
        for (const FigureRequest& step : part.steps) {
            const std::string title = array_title(session, cell_of(step).array);
            column.end_page();
            column.words(title, bold());
            add_figure(column, part, step, {frame.x - 2 * margin, 6});
            const std::vector<StepFormula> written = formulas_of(part, step, formulas);
            if (written.empty()) // all of it was said of the one head
                continue;
            column.end_page();
            column.words(title, bold());
            for (const StepFormula& formula : written)
                column.formula(formula.tex);
        }
    }
    return column.take();
}

} // namespace attn
