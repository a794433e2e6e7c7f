// Notes that begin with one head: all of it, as a layer of its own, and then what all heads do.

#include "core/document/session_notation.h"
#include "core/engine/engine.h"
#include "core/figure/figure_context.h"
#include "core/figure/pictures/labels.h"
#include "core/handouts/head_alone.h"
#include "core/handouts/lecture_steps.h"
#include "core/handouts/tour_of_stages.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace attn {

namespace {

/// Whether the notes walk through one head before they come to several.
bool begins_with_one_head(const NotationChoice& notation) {
    const auto& symbols = notation.profile().symbols;
    const auto begins = symbols.find("begins");
    return begins != symbols.end() && begins->second == "one head";
}

} // namespace

/// Where notes begin with one head, all of it: a layer of its own.
Result<void> LectureSteps::walk_one_head() {
    const auto opened = figure_cell(shown_, source_);
    const NotationChoice& notation = shown_.notation ? *shown_.notation : source_.session.notation;
    if (!opened || !begins_with_one_head(notation) || shown_.steps == StepsShown::all || !shown_.more_heads.empty())
        return {};
    const std::optional<Session> alone = head_alone(source_.session, opened->head);
    if (!alone)
        return {};
    Engine engine(1);
    const FigureSource source{*alone, engine.compute(alone->layer()), source_.typesetter};
    FigureRequest shown = shown_;
    shown.head.reset();
    LectureSteps of_head(source, shown, sheet_);
    if (auto walked = of_head.walk_through(); !walked)
        return walked;
    steps_ = std::move(of_head.steps_);
    files_ = std::move(of_head.files_);
    formulas_ = std::move(of_head.formulas_);
    said_unlike_ = std::move(of_head.said_unlike_);
    has_said_magnitudes_ = of_head.has_said_magnitudes_;
    beyond_latin_ = of_head.beyond_latin_;
    steps_.front().part = "One head alone";
    Session shown_session = source_.session;
    shown_session.notation = notation;
    steps_.front().part_words = fmt::format("All of it, with the weights of head ${} = {}$.",
                                            formula(in_notation("<head>", notation_of(shown_session))),
                                            head_number(shown_session, opened->head));
    return {};
}

/// Behind the one that was walked through: what each head has, beside each other, and what they make together.
Result<void> LectureSteps::walk_heads(const std::vector<FigureRequest>& requests) {
    const std::size_t of_one_head = steps_.size();
    for (const FigureRequest& request : requests) {
        const bool is_of_heads = has_heads(cell_of(request).array);
        if (!is_of_heads && steps_.size() == of_one_head)
            continue; // all heads read what the one has read
        if (auto added = is_of_heads ? add_heads_beside(request) : add_step(request, false); !added)
            return added;
        if (auto added = add_output_weights(request); !added)
            return added;
    }
    steps_[of_one_head].part = "All heads";
    steps_[of_one_head].part_words = "Each has weights of its own, and does the same with them.";
    return {};
}

/// What the notes say of several heads, and a matrix of each.
Result<void> LectureSteps::add_heads_beside(const FigureRequest& request) {
    FigureRequest picture_of = request;
    picture_of.kind = "heads";
    const FigureContext context(picture_of, source_, cell_of(request));
    StepTex step;
    step.array = cell_of(request).array;
    step.name = unused_name(std::string(array_name(step.array)));
    step.formulas = formulas_->of_several_heads(context.drawing());
    for (const StepFormula& written : step.formulas)
        formula(written.tex + written.numbers);
    const auto number = 1 + std::ranges::count(steps_, false, &StepTex::is_figure_alone);
    auto drawn = draw(picture_of, fmt::format("{:02}-{}", number, step.name), {}, sheet_.places);
    if (!drawn)
        return drawn.error();
    step.title = prose(drawn->title);
    step.caption = step.title + (drawn->words.empty() ? "." : ": " + drawn->words);
    step.figures = std::move(drawn->figures);
    step.place = drawn->place;
    step.figure_height = drawn->height;
    step.is_figure_alone = step.place.words_beside == 0 && step.formulas.empty();
    if (!sheet_.beside_words.empty() && step.place.words_beside == 0 && !step.is_figure_alone)
        if (auto added = add_result(step, request, number); !added)
            return added;
    steps_.push_back(std::move(step));
    return {};
}

} // namespace attn
