#include "core/handouts/lecture_steps.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/words/cell_words.h"
#include "core/files/printable.h"
#include "core/handouts/displayed_formula.h"
#include "core/handouts/tour_of_stages.h"
#include "core/handouts/worked_cell.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace attn {

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

/// True for the steps of an overlay at which a talk stops.
bool is_stop(const FigureStep& step) {
    constexpr std::array<std::string_view, 6> stops{"operands", "terms", "all", "scores", "exponentials", "shares"};
    return std::ranges::find(stops, step.name) != stops.end();
}

} // namespace

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

Session in_notation_of(const FigureRequest& shown, Session session) {
    session.notation = shown.notation.value_or(session.notation);
    session.tokens_as_columns = shown.tokens_as_columns.value_or(session.tokens_as_columns);
    return session;
}

std::string in_text(std::string_view equation, const Notation& notation) {
    return "$" + tex_formula(in_notation(equation, notation)).tex + "$";
}

Result<void> LectureSteps::walk_through() {
    const auto requests = walk(source_, shown_);
    if (!requests)
        return requests.error();
    if (auto walked = walk_one_head(); !walked)
        return walked;
    const bool has_shown_one_head = !steps_.empty();
    for (const FigureRequest& request : *requests) {
        const CellId cell = cell_of(request);
        walked_.insert(cell.array);
        if (row_of(cell.array).columns == Axis::value_width)
            handed_over_ = cell.column;
    }
    formulas_.emplace(walked_, places_of(*requests), sheet_.most_summands,
                      formulas_ ? formulas_->said() : std::set<std::string>());
    if (auto walked = has_shown_one_head ? walk_heads(*requests) : walk_layer(*requests); !walked)
        return walked;
    add_one_head_beside_many();
    return {};
}

Result<void> LectureSteps::walk_layer(const std::vector<FigureRequest>& requests) {
    std::optional<ArrayId> before;
    for (const FigureRequest& request : requests) {
        if (auto added = add_step(request, request.array == before); !added)
            return added;
        before = request.array;
        if (auto added = add_before_after(request); !added)
            return added;
        if (auto added = add_output_weights(request); !added)
            return added;
        const bool is_of_shares = row_of(cell_of(request).array).meaning == Meaning::share;
        if (is_of_shares && source_.trace.sizes().H > 1 && heads_of(shown_).empty())
            if (auto added = add_all_heads(request); !added)
                return added;
    }
    return {};
}

/// The name, with an ending if another step has it already.
std::string LectureSteps::unused_name(const std::string& name) const {
    const bool is_used = std::ranges::find(steps_, name, &StepTex::name) != steps_.end();
    return is_used ? name + "-heads" : name;
}

/// Adds a figure of all heads with their numbers: the attention weights of one head are half of the story.
Result<void> LectureSteps::add_all_heads(const FigureRequest& request) {
    FigureRequest picture_of = request;
    picture_of.kind = "heads";
    return add_figure_alone(picture_of, fmt::format("{}-heads", array_name(cell_of(request).array)), {});
}

/// Adds figures of both matrices for the parameters of a step and for its stage, if the baseline's have other numbers.
Result<void> LectureSteps::add_before_after(const FigureRequest& request) {
    if (source_.baseline == nullptr)
        return {};
    for (const Operand& operand : source_.trace.made_from(cell_of(request).array))
        if (is_parameter(operand.array)) {
            FigureRequest of_parameter = request;
            of_parameter.array = operand.array;
            if (auto added = add_both(of_parameter); !added)
                return added;
        }
    return add_both(request);
}

/// A stage that the baseline does not have, such as masked scores of a layer without a mask, has no figure; fails if
/// its shape is another.
Result<void> LectureSteps::add_both(const FigureRequest& request) {
    const CellId cell = cell_of(request);
    if (!source_.baseline->has(cell.array))
        return {};
    FigureRequest picture_of = request;
    picture_of.kind = "before-after";
    picture_of.row.reset();
    picture_of.column.reset();
    const FigureContext context(picture_of, source_, cell);
    if (!has_change(context.drawing(), cell.array))
        return error("{} of the baseline has another shape: expected a baseline with as many tokens, heads and columns",
                     named(cell.array));
    const Matrix now = source_.trace.array(cell.array, cell.item, cell.head);
    const Matrix then = source_.baseline->array(cell.array, cell.item, cell.head);
    bool has_changed = false;
    for (Index row = 0; row < now.rows(); ++row)
        has_changed = has_changed || !std::ranges::equal(now.row(row), then.row(row));
    if (!has_changed)
        return {};
    return add_figure_alone(picture_of, std::string(array_name(cell.array)) + "-before", {});
}

/// Adds a figure of W_O, in which the heads come together, if no picture of a product with it had room.
Result<void> LectureSteps::add_output_weights(const FigureRequest& request) {
    const CellId cell = cell_of(request);
    const auto operands = product_operands(source_.trace.structure(), cell.array);
    const bool is_of_weights = operands && operands->right == ArrayId::W_O;
    if (!is_of_weights || has_shown_output_weights_)
        return {};
    has_shown_output_weights_ = true;
    FigureRequest picture_of = request;
    picture_of.array = operands->right;
    picture_of.row = handed_over_;
    picture_of.kind = source_.trace.sizes().H > 1 ? "heads" : heatmap_kind().name;
    if (steps_.back().shows_operands || !best_place(picture_of, places_alone().front()).is_whole)
        return {};
    return add_figure_alone(picture_of, std::string(array_name(operands->right)), {});
}

Result<void> LectureSteps::add_figure_alone(const FigureRequest& picture_of, const std::string& name,
                                            std::vector<FigureStep> built_up) {
    StepTex step;
    step.is_figure_alone = true;
    step.array = cell_of(picture_of).array;
    step.name = unused_name(name);
    const auto number = std::ranges::count(steps_, false, &StepTex::is_figure_alone);
    auto drawn = draw(picture_of, fmt::format("{:02}-{}", number, step.name), std::move(built_up), places_alone());
    if (!drawn)
        return drawn.error();
    step.title = words(drawn->title);
    step.caption = step.title + (drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.place = drawn->place;
    step.figure_height = drawn->height;
    steps_.push_back(std::move(step));
    return {};
}

/// The places of a figure that has no words beside it.
LectureSteps::Places LectureSteps::places_alone() const {
    const FigurePlaces& places = sheet_.places;
    return {sheet_.beside_words.empty() ? places : FigurePlaces{places.all.last(1), places.least_type}};
}

/// The places of a step's figure: beside its words if that is wide enough. The product of queries and keys always has
/// the whole width.
LectureSteps::Places LectureSteps::places_of_step(ArrayId array) const {
    const bool is_product_of_tokens =
        is_stage(array) && row_of(array).columns == Axis::key_tokens &&
        operation(source_.trace.recipe(array).operation).picture == NaturalPicture::product;
    if (sheet_.small.empty() || is_product_of_tokens)
        return {sheet_.places};
    return {sheet_.small, sheet_.places};
}

/// The steps in which the figure is built up, if the document does that.
std::vector<FigureStep> LectureSteps::stops_of(const FigureRequest& picture_of) const {
    std::vector<FigureStep> stops;
    if (const auto built_up = overlay_steps(picture_of, source_); sheet_.is_built_up && built_up)
        std::ranges::copy_if(*built_up, std::back_inserter(stops), is_stop);
    for (FigureStep& stop : stops)
        if (stop.reveal)
            stop.reveal->cells = 0; // no other cell before this one
    return stops;
}

Result<void> LectureSteps::add_recipes() {
    const FigureSource source{untitled_, source_.trace, source_.typesetter, source_.baseline, source_.cache};
    for (FigureRequest recipe : source_.session.figures) {
        if (!recipe.notation)
            recipe.notation = shown_.notation;
        if (auto possible = can_be_drawn(recipe, source); !possible)
            return error("figure “{}”: {}", printable(recipe.name), possible.error().message);
        StepTex linked;
        linked.is_figure_alone = true;
        linked.name = "figure-" + slug(recipe.name);
        auto drawn = draw_from(source, recipe, linked.name, {}, places_alone());
        if (!drawn)
            return error("figure “{}”: {}", printable(recipe.name), drawn.error().message);
        const FigureKind& kind = *find_figure_kind(recipe.kind);
        linked.title = recipe.title.empty() ? words(drawn->title) : document_.noted(tex_text(recipe.title));
        linked.shows = words(words_in(kind.about, notation_of(source.session)));
        linked.figures = std::move(drawn->figures);
        linked.place = drawn->place;
        linked.figure_height = drawn->height;
        // The lengths are told at the beginning; the words of such a figure tell more.
        linked.caption = linked.title + (kind.scope == FigureScope::layer ? ": " + linked.shows + "."
                                         : drawn->words.empty()           ? "."
                                                                          : ": " + drawn->words);
        const std::ptrdiff_t place = step_of(recipe);
        linked.array = steps_[static_cast<std::size_t>(place)].array;
        steps_.insert(steps_.begin() + place + 1, std::move(linked));
    }
    return {};
}

/// The index of the step behind which a recipe's figure belongs: the last step about its array, or about an array made
/// from it, with that step's own figures.
std::ptrdiff_t LectureSteps::step_of(const FigureRequest& recipe) const {
    const FigureKind& kind = *find_figure_kind(recipe.kind);
    const auto cell = figure_cell(recipe, source_);
    const ArrayId array = kind.explains.value_or(recipe.array.value_or(cell ? cell->array : steps_.back().array));
    const auto reads = [&](const StepTex& step) {
        const auto operands = source_.trace.made_from(step.array);
        return std::ranges::find(operands, array, &Operand::array) != operands.end();
    };
    ArrayId of_step = steps_.back().array;
    for (const StepTex& step : steps_)
        if (!step.is_figure_alone && step.array < of_step && (is_stage(array) ? step.array >= array : reads(step)))
            of_step = step.array;
    std::ptrdiff_t last = std::ssize(steps_) - 1;
    while (last > 0 && steps_[static_cast<std::size_t>(last)].array != of_step)
        --last;
    return last;
}

Result<void> LectureSteps::add_step(const FigureRequest& request, bool goes_on) {
    const CellId asked = cell_of(request);
    const FigureContext context(request, source_, asked);
    const DrawContext& drawing = context.drawing();
    const CellId cell = canonical(drawing, asked);
    StepTex step;
    step.goes_on = goes_on;
    step.array = cell.array;
    step.name = unused_name(std::string(array_name(cell.array)));
    if (!shown_.more_heads.empty() && has_heads(cell.array))
        step.name += fmt::format("-{}", asked.head + 1);
    step.title = words(array_title(drawing.session, cell.array));
    step.whose = words(whose(drawing));
    step.symbol = tex_formula(in_notation(symbol_of(drawing, cell.array), notation_of(drawing.session), cell.head)).tex;
    add_formulas(step, drawing);
    step.cell = words(cell_words(drawing, cell));
    step.worked = worked_cell_tex(drawing, cell, sheet_.most_summands);
    step.meaning = meaning_of(drawing, cell);
    FigureRequest picture_of = request;
    picture_of.kind = picture_kind(drawing, cell.array);
    const bool shows_all_heads = find_figure_kind(picture_of.kind)->scope != FigureScope::matrix;
    const FigureStep part = part_of_picture(drawing, cell);
    std::vector<FigureStep> steps = part.reveal ? std::vector{part} : stops_of(picture_of);
    const auto number = 1 + std::ranges::count(steps_, false, &StepTex::is_figure_alone);
    auto drawn =
        draw(picture_of, fmt::format("{:02}-{}", number, step.name), std::move(steps), places_of_step(cell.array));
    if (!drawn)
        return drawn.error();
    // The words beside a small figure already tell what it shows.
    const bool is_small = !sheet_.small.empty() && drawn->place.words_beside > 0;
    step.caption = words(shows_all_heads ? drawn->title : figure_title(drawing)) +
                   (is_small || drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.place = drawn->place;
    step.figure_height = drawn->height;
    step.shows_operands = drawn->kind != heatmap_kind().name && drawn->kind != "heads";
    if (!sheet_.beside_words.empty() && step.place.words_beside == 0)
        if (auto added = add_result(step, request, number); !added)
            return added;
    steps_.push_back(std::move(step));
    return {};
}

/// Adds the matrix alone beside a step's words, whose figure stands on another page.
Result<void> LectureSteps::add_result(StepTex& step, FigureRequest request, std::ptrdiff_t number) {
    request.kind = heatmap_kind().name;
    const auto drawn = draw(request, fmt::format("{:02}-{}-matrix", number, step.name), {}, {sheet_.beside_words});
    if (!drawn)
        return drawn.error();
    step.result = drawn->figures.front();
    step.result_place = drawn->place;
    step.result_height = drawn->height;
    return {};
}

/// The kind of picture of a stage: its own, except that the heads' contributions are shown side by side and then as a
/// sum, if the notes have that step and no head was chosen.
std::string LectureSteps::picture_kind(const DrawContext& drawing, ArrayId array) const {
    const bool sums_heads = walked_.contains(ArrayId::parts) && drawing.sizes().H > 1 && heads_of(shown_).empty();
    if (sums_heads && array == ArrayId::parts)
        return "heads";
    if (sums_heads && array == ArrayId::Y && !missing_in_sum(drawing))
        return "sum";
    return std::string(picture(shown_picture(drawing)).name);
}

/// The meaning of the cell's number. That a term is the largest is said once, about the first sum that has several
/// terms.
std::string LectureSteps::meaning_of(const DrawContext& drawing, const CellId& cell) {
    const Explanation explanation = explain(drawing.trace, cell);
    Claims claims = claims_about(drawing, explanation);
    const auto tells_magnitudes = [](const Claim& claim) {
        return std::ranges::any_of(claim.when, [](const Fact& fact) { return fact.of == Quantity::share_of_terms; });
    };
    const auto told = std::ranges::find_if(claims, tells_magnitudes);
    if (told != claims.end()) {
        const bool is_alone =
            std::ranges::count(explanation.terms, 0, &Term::value) + 1 == std::ssize(explanation.terms);
        if (is_alone || has_said_magnitudes_)
            claims.erase(told);
        has_said_magnitudes_ = has_said_magnitudes_ || !is_alone;
    }
    return words(prose_of(claims));
}

void LectureSteps::add_formulas(StepTex& step, const DrawContext& drawing) {
    StepFormulas beside = formulas_->beside(drawing, step.goes_on);
    for (const NoteLine& line : beside.remarked)
        if (!line.unlike.empty()) {
            if (said_unlike_.insert(line.unlike.letters()).second) // the reason is given once
                step.remarks.push_back(
                    fmt::format("Usually ${}$; not so here: {}.", formula(line.tex), words(line.unlike)));
        } else {
            const auto on = std::ranges::find(beside.formulas, line.tex, &StepFormula::tex);
            std::vector<std::string>& remarks = on == beside.formulas.end() ? step.remarks : on->remarks;
            remarks.push_back(name_in_remark(line.tex) + words(line.says));
        }
    for (const StepFormula& written : beside.formulas)
        formula(written.tex + written.numbers);
    step.formulas = std::move(beside.formulas);
}

std::string LectureSteps::formula(std::string_view tex) {
    return document_.noted(tex_formula(tex));
}

} // namespace attn
