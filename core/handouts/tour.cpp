#include "core/handouts/tour.h"

#include "core/document/options/session_notation.h"
#include "core/engine/engine.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/files/printable.h"
#include "core/handouts/followed_cells.h"
#include "core/handouts/head_alone.h"
#include "core/handouts/worked_cell.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>

namespace attn {

/// The layer of a tour, and one of its heads as a layer of its own.
struct Tour::Sources {
    Sources(const FigureSource& source, const FigureRequest& shown)
        : session(in_notation_of(shown, source.session)), untitled(session), layer(source_of(source)) {
        untitled.title.clear();
    }

    FigureSource source_of(const FigureSource& source) const {
        return {untitled, source.trace, source.typesetter, source.baseline, source.cache, source.stop};
    }

    Session session;
    Session untitled; ///< without its title, which stands above all steps, so that no caption repeats it
    FigureSource layer;
    std::optional<Session> alone;
    Engine engine{1};
    std::optional<FigureSource> one_head;
};

namespace {

/// The query and the key for which the steps are worked out.
NotePlaces places_of(const std::vector<FigureRequest>& steps) {
    NotePlaces places;
    for (const FigureRequest& step : steps) {
        const CellId cell = cell_of(step);
        if (row_role(cell.array) == Role::queries)
            places.query = cell.row;
        if (row_role(cell.array) == Role::keys)
            places.key = cell.row;
    }
    return places;
}

/// The part of the picture that the step shows. Steps of softmax share the picture of a row, and each shows the parts
/// that are computed by then.
FigureStep revealed_part(const DrawContext& drawing, ArrayId array) {
    FigureStep part{.name = {}, .page_grows = false};
    if (picture(shown_picture(drawing)).built_up != Picture::Steps::softmax_levels)
        return part;
    const auto reveal = [&](int level) { part.reveal.emplace().level = level; };
    if (array == ArrayId::row_max) // these arrays are levels of one picture
        reveal(softmax_level::maximum);
    else if (array == ArrayId::exp)
        reveal(softmax_level::exponentials);
    else if (array == ArrayId::row_sum)
        reveal(softmax_level::sum);
    return part;
}

/// The head and item of a step: "head 1 of 2; item 1 of 3"; empty if the layer has only one of both.
std::string whose_step(const DrawContext& drawing) {
    const Sizes& sizes = drawing.sizes();
    std::vector<std::string> parts;
    if (sizes.H > 1 && has_heads(drawing.view_state.array()))
        parts.push_back(head_words(drawing));
    if (sizes.B > 1)
        parts.push_back(fmt::format("item {} of {}", drawing.view_state.item + 1, sizes.B));
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::string> rules_of(const DrawContext& drawing, const CellId& cell) {
    std::vector<std::string> rules{figure_formula(drawing), cell_formula_that_holds(drawing, cell.array)};
    if (rules[0] == rules[1])
        rules.pop_back();
    std::erase(rules, "");
    return rules;
}

class TourMaker {
public:
    TourMaker(const FigureSource& source, const TourChoice& choice)
        : choice_(choice), shown_(choice.shown), sources_(std::make_shared<Tour::Sources>(source, choice.shown)),
          source_(&sources_->layer) {}

    Result<Tour> make() {
        const auto followed = followed_cells(*source_, shown_);
        if (!followed)
            return followed.error();
        if (auto added = add_one_head(cell_of(followed->front()).head); !added)
            return added.error();
        source_ = &sources_->layer;
        const bool has_shown_one_head = !steps_.empty();
        if (auto added = add_layer(*followed, has_shown_one_head); !added)
            return added.error();
        if (choice_.tells_notes)
            if (auto added = add_listed_figures(); !added)
                return added.error();
        return Tour{sources_, sources_->session, std::move(steps_), cell_of(followed->front()).head};
    }

private:
    /// Adds the steps of one head as a layer of its own, if the notes begin with one.
    Result<void> add_one_head(Index head) {
        if (!choice_.tells_notes || !source_->session.notation.profile().walks_one_head_first ||
            shown_.steps == StepsShown::all || !shown_.more_heads.empty())
            return {};
        sources_->alone = head_alone(source_->session, head);
        if (!sources_->alone)
            return {};
        const Session& alone = *sources_->alone;
        source_ = &sources_->one_head.emplace(
            FigureSource{alone, sources_->engine.compute(alone.layer()), source_->typesetter});
        FigureRequest shown = shown_;
        shown.head.reset();
        const auto followed = followed_cells(*source_, shown);
        if (!followed)
            return followed.error();
        auto added = add_layer(*followed, false);
        steps_.front().begins = TourPart::one_head;
        return added;
    }

    /// Adds the steps of a layer. After the steps of one head, the arrays before the first one with heads are left out,
    /// since the first head has read them; arrays with heads show all heads' matrices side by side.
    Result<void> add_layer(const std::vector<FigureRequest>& followed, bool has_shown_one_head) {
        walked_.clear();
        for (const FigureRequest& request : followed) {
            const CellId cell = cell_of(request);
            walked_.insert(cell.array);
            if (row_of(cell.array).columns == Axis::value_width)
                handed_over_ = cell.column;
        }
        formulas_.begin(walked_, places_of(followed));
        const std::size_t before = steps_.size();
        for (const FigureRequest& request : followed) {
            const bool is_of_heads = has_heads(cell_of(request).array);
            if (has_shown_one_head && !is_of_heads && steps_.size() == before)
                continue;
            add_step(request, has_shown_one_head && is_of_heads);
            if (!choice_.tells_notes)
                continue;
            if (auto added = add_before_after(request); !added)
                return added;
            add_output_weights(request);
            add_all_heads(request);
        }
        if (has_shown_one_head && steps_.size() > before)
            steps_[before].begins = TourPart::all_heads;
        return {};
    }

    void add_step(const FigureRequest& request, bool is_of_all_heads) {
        const CellId asked = cell_of(request);
        const FigureContext context(request, *source_, asked);
        const DrawContext& drawing = context.drawing();
        Step step;
        step.source = source_;
        step.request = request;
        step.cell = canonical(drawing, asked);
        step.is_of_all_heads = is_of_all_heads;
        step.goes_on = !steps_.empty() && steps_.back().request.array == request.array && !is_of_all_heads &&
                       steps_.back().source == source_;
        step.name = unused_name(std::string(array_name(step.cell.array)));
        if (!shown_.more_heads.empty() && has_heads(step.cell.array))
            step.name += fmt::format("-{}", asked.head + 1);
        step.revealed = revealed_part(drawing, step.cell.array);
        step.title = array_title(drawing.session, step.cell.array);
        if (is_of_all_heads) {
            step.request.kind = "heads";
            step.notes = formulas_.of_several_heads(drawing);
            steps_.push_back(std::move(step));
            return;
        }
        step.whose = whose_step(drawing);
        step.symbol =
            tex_formula(in_notation(symbol_of(drawing, step.cell.array), notation_of(drawing.session), step.cell.head))
                .tex;
        step.rules = rules_of(drawing, step.cell);
        step.subject = cell_words(drawing, step.cell);
        step.worked = worked_cell(drawing, step.cell, choice_.most_summands);
        step.meaning = meaning_of(drawing, step.cell);
        step.request.kind = picture_kind(drawing, step.cell.array);
        if (choice_.tells_notes) {
            step.worked_tex = worked_cell_tex(drawing, step.cell, choice_.most_summands);
            step.notes = formulas_.beside(drawing, step.goes_on, choice_.most_summands);
        }
        steps_.push_back(std::move(step));
    }

    /// The kind of picture of a stage: its own, except that the heads' contributions are shown side by side and then as
    /// a sum, if the notes have that step and no head was chosen.
    std::string picture_kind(const DrawContext& drawing, ArrayId array) const {
        const bool sums_heads = choice_.tells_notes && walked_.contains(ArrayId::parts) && drawing.sizes().H > 1 &&
                                heads_of(shown_).empty();
        if (sums_heads && array == ArrayId::parts)
            return "heads";
        if (sums_heads && array == ArrayId::Y && !missing_in_sum(drawing))
            return "sum";
        return std::string(picture(shown_picture(drawing)).name);
    }

    /// The meaning of the cell's number. Notes, which are read from first to last, say once that a term is the largest,
    /// about the first sum that has several terms.
    Claims meaning_of(const DrawContext& drawing, const CellId& cell) {
        const Explanation explanation = explain(drawing.trace, cell);
        Claims claims = claims_about(drawing, explanation);
        const auto tells_magnitudes = [](const Claim& claim) {
            return std::ranges::any_of(claim.when,
                                       [](const Fact& fact) { return fact.of == Quantity::share_of_terms; });
        };
        const auto told = std::ranges::find_if(claims, tells_magnitudes);
        if (told == claims.end() || !choice_.tells_notes)
            return claims;
        const bool is_alone =
            std::ranges::count(explanation.terms, 0, &Term::value) + 1 == std::ssize(explanation.terms);
        if (is_alone || has_said_magnitudes_)
            claims.erase(told);
        has_said_magnitudes_ = has_said_magnitudes_ || !is_alone;
        return claims;
    }

    /// The name, with "-heads" appended if another step or figure has it already.
    std::string unused_name(const std::string& name) const {
        const bool is_used = std::ranges::any_of(steps_, [&](const Step& step) {
            return step.name == name || std::ranges::find(step.figures, name, &StepFigure::name) != step.figures.end();
        });
        return is_used ? name + "-heads" : name;
    }

    void add_figure(FigureRequest request, std::string_view kind, std::string_view ending, bool is_operand = false) {
        request.kind = kind;
        std::string name = unused_name(std::string(array_name(cell_of(request).array)) + std::string(ending));
        steps_.back().figures.push_back({std::move(request), std::move(name), false, is_operand});
    }

    /// Adds a figure of all heads beside the attention weights of one head, if there are several heads and none was
    /// chosen.
    void add_all_heads(const FigureRequest& request) {
        const bool is_of_shares = row_of(cell_of(request).array).meaning == Meaning::share;
        if (is_of_shares && source_->trace.sizes().H > 1 && heads_of(shown_).empty() && !steps_.back().is_of_all_heads)
            add_figure(request, "heads", "-heads");
    }

    /// Adds figures that compare the step's parameters, and its stage, with those of the baseline, if their numbers
    /// differ.
    Result<void> add_before_after(const FigureRequest& request) {
        if (source_->baseline == nullptr)
            return {};
        for (const Operand& operand : source_->trace.made_from(cell_of(request).array))
            if (is_parameter(operand.array)) {
                FigureRequest of_parameter = request;
                of_parameter.array = operand.array;
                if (auto added = add_both(std::move(of_parameter)); !added)
                    return added;
            }
        return add_both(request);
    }

    /// Adds a figure of the array now and in the baseline, if their numbers differ. Adds none if the baseline lacks the
    /// stage, e.g. masked scores in a layer without a mask. Fails if the baseline's array has another shape.
    Result<void> add_both(FigureRequest request) {
        const CellId cell = cell_of(request);
        if (!source_->baseline->has(cell.array))
            return {};
        const FigureContext context(request, *source_, cell);
        if (!has_change(context.drawing(), cell.array))
            return error(
                "{} of the baseline has another shape: expected a baseline with as many tokens, heads and columns",
                named(cell.array));
        const Matrix now = source_->trace.array(cell.array, cell.item, cell.head);
        const Matrix then = source_->baseline->array(cell.array, cell.item, cell.head);
        bool has_changed = false;
        for (Index row = 0; row < now.rows(); ++row)
            has_changed = has_changed || !std::ranges::equal(now.row(row), then.row(row));
        request.row.reset();
        request.column.reset();
        if (has_changed)
            add_figure(std::move(request), "before-after", "-before");
        return {};
    }

    /// Adds a figure of W_O, in which the heads come together, behind the first product with it.
    void add_output_weights(FigureRequest request) {
        const auto operands = product_operands(source_->trace.structure(), cell_of(request).array);
        if (!operands || operands->right != ArrayId::W_O || source_ == shown_output_weights_)
            return;
        shown_output_weights_ = source_;
        request.array = operands->right;
        request.row = handed_over_;
        add_figure(std::move(request), source_->trace.sizes().H > 1 ? "heads" : heatmap_kind().name, "", true);
    }

    /// Adds the figures that the session lists, each to its step.
    Result<void> add_listed_figures() {
        for (FigureRequest listed : source_->session.figures) {
            if (!listed.notation)
                listed.notation = shown_.notation;
            if (auto possible = can_be_drawn(listed, *source_); !possible)
                return error("figure “{}”: {}", printable(listed.name), possible.error().message);
            Step& step = step_of(listed);
            std::string name = "figure-" + slug(listed.name);
            step.figures.push_back({std::move(listed), std::move(name), true});
        }
        return {};
    }

    /// The step to which a listed figure belongs: the last one about its array, or about an array made from it.
    Step& step_of(const FigureRequest& listed) {
        const FigureKind& kind = *find_figure_kind(listed.kind);
        const auto cell = figure_cell(listed, *source_);
        const ArrayId last = steps_.back().cell.array;
        const ArrayId array = kind.explains.value_or(listed.array.value_or(cell ? cell->array : last));
        const auto reads = [&](const Step& step) {
            const auto operands = source_->trace.made_from(step.cell.array);
            return std::ranges::find(operands, array, &Operand::array) != operands.end();
        };
        ArrayId of_step = last;
        for (const Step& step : steps_)
            if (step.cell.array < of_step && (is_stage(array) ? step.cell.array >= array : reads(step)))
                of_step = step.cell.array;
        const auto found =
            std::find_if(steps_.rbegin(), steps_.rend(), [&](const Step& step) { return step.cell.array == of_step; });
        return found == steps_.rend() ? steps_.back() : *found;
    }

    const TourChoice& choice_;
    const FigureRequest& shown_;
    std::shared_ptr<Tour::Sources> sources_;
    const FigureSource* source_; ///< the source of the steps that are added
    FormulasOfSteps formulas_;
    std::vector<Step> steps_;
    std::set<ArrayId> walked_; ///< arrays that have a step in this part
    Index handed_over_ = 0;    ///< the column of the head's output that the cells follow
    const FigureSource* shown_output_weights_ = nullptr;
    bool has_said_magnitudes_ = false;
};

} // namespace

Result<Tour> tour(const FigureSource& source, const TourChoice& choice) {
    return TourMaker(source, choice).make();
}

std::string slug(std::string_view title) {
    std::string name;
    for (const char byte : title)
        if (std::isalnum(static_cast<unsigned char>(byte)) != 0)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(byte)));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    return name.empty() ? "attention" : name;
}

} // namespace attn
