#include "ui/panels/quiz_results.h"

#include "ui/actions/quiz.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace attn {

namespace {

bool asks(const LessonStep& step) {
    return step.bet.has_value();
}

class ResultLines {
public:
    ResultLines(Scene& scene, const UiContext& ui, Point at, float width, float line)
        : scene_(scene), ui_(ui), at_(at), width_(width), line_(line) {}

    /// Returns where they end.
    float add() {
        const LessonRun& run = *ui_.workspace.lesson;
        std::size_t question = 0;
        for (std::size_t step = 0; step < run.lesson->steps.size(); ++step)
            if (const auto& bet = run.lesson->steps[step].bet)
                add_result(++question, *bet, run.answer_to(step));
        return at_.y;
    }

private:
    void add_result(std::size_t question, const Bet& bet, const LessonAnswer* answer) {
        constexpr float mark_room = 22;
        const PlaceInCourse place = PlaceInCourse::of(bet.taught_in);
        const LessonLabel* const lesson = ui_.status.lessons->find(place.lesson);
        const bool is_right = answer != nullptr && answer->right;
        const std::string mark = answer == nullptr ? "–" : is_right ? "✓" : "✕";
        const std::string taught = lesson == nullptr ? "" : fmt::format("{}, step {}", lesson->title, place.step + 1);
        const std::string words =
            ui_.typesetter.shortened(fmt::format("{} · {}", question, taught), {}, width_ - mark_room);
        add_text(scene_, ui_, at_, mark, is_right ? ui_.theme().dim : ui_.theme().ink);
        const Point behind{at_.x + mark_room, at_.y};
        if (is_right || lesson == nullptr)
            add_text(scene_, ui_, behind, words, ui_.theme().dim);
        else
            add_text_buttons(scene_, ui_, {behind.x, behind.y - line_},
                             {{.target = "action:lesson/" + bet.taught_in, .label = words}});
        scene_.values.insert_or_assign(fmt::format("lesson.result.{}", question), mark + " " + words);
        at_.y += line_;
    }

    Scene& scene_;
    const UiContext& ui_;
    Point at_;
    float width_;
    float line_;
};

} // namespace

std::string place_in_quiz(const LessonRun& run) {
    const std::span<const LessonStep> steps = run.lesson->steps;
    const auto questions = std::ranges::count_if(steps, asks);
    const auto asked = std::ranges::count_if(steps.first(run.step + 1), asks);
    return asked == 0 ? fmt::format("{} questions", questions) : fmt::format("{} of {}", asked, questions);
}

std::string best_of_other_rounds(const UiContext& ui, Index right) {
    const LessonRun& run = *ui.workspace.lesson;
    const LessonLabel* const label = ui.status.lessons->find(run.lesson->id);
    const auto best = ui.workspace.quiz_scores.find(run.lesson->id);
    if (label == nullptr || best == ui.workspace.quiz_scores.end() || run.lesson->asks_again ||
        (run.is_last() && best->second <= right))
        return {};
    return fmt::format("{}; {} of {} is your best", run.is_last() ? "" : " so far", best->second, questions_of(*label));
}

float add_quiz_results(Scene& scene, const UiContext& ui, Point at, float width, float line) {
    return ResultLines(scene, ui, at, width, line).add() - at.y;
}

} // namespace attn
