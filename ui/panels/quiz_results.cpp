#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

namespace {

bool asks(const LessonStep& step) {
    return step.bet.has_value();
}

class ResultLines {
public:
    ResultLines(Scene& scene, const UiContext& ui, const Box& area) : scene_(scene), ui_(ui), area_(area) {}

    void add(const LessonRun& run) {
        const auto& steps = run.lesson->steps;
        constexpr float least_line = 18;
        constexpr float usual_line = 27;
        const auto questions = static_cast<float>(std::ranges::count_if(steps, asks));
        const float line = std::clamp((area_.height - title_room) / questions, least_line, usual_line);
        const bool is_at_end = run.is_last() && !run.now().bet;
        add_section(scene_, ui_, {area_.x, area_.y},
                    is_at_end ? "Your answers, and where each is taught"
                              : "Your answers so far, and where each is taught");
        Point at{area_.x, area_.y + title_room};
        std::size_t question = 0;
        for (std::size_t step = 0; step < steps.size(); ++step)
            if (const auto& bet = steps[step].bet) {
                ++question;
                // A question still to be asked is left out: the step that teaches it would tell the answer.
                if (const LessonAnswer* const answer = run.answer_to(step); answer != nullptr || is_at_end)
                    add_result(at, question, *bet, answer);
                at.y += line;
            }
    }

private:
    static constexpr float title_room = 32;

    void add_result(Point at, std::size_t question, const Bet& bet, const LessonAnswer* answer) {
        constexpr float number_right = 44; // x of the number's right end, behind the mark
        constexpr float text_button_baseline = 14;
        const PlaceInCourse place = PlaceInCourse::of(bet.taught_in);
        const LessonLabel* const lesson = ui_.status.lessons->find(place.lesson);
        const bool is_right = answer != nullptr && answer->right;
        const std::string mark = answer == nullptr ? "–" : is_right ? "✓" : "✕";
        const Colour colour = is_right ? ui_.theme().dim : ui_.theme().ink;
        const Point words_at{at.x + number_right + space::medium, at.y};
        const std::string words = lesson == nullptr
                                      ? ""
                                      : ui_.typesetter.shortened(fmt::format("Lesson {}, step {}: {}", lesson->number,
                                                                             place.step + 1, lesson->title),
                                                                 bold(), area_.right() - words_at.x);
        add_text(scene_, ui_, at, mark, colour);
        add_text(scene_, ui_, {at.x + number_right, at.y}, std::to_string(question), colour, {}, Horizontal::right);
        if (is_right || lesson == nullptr)
            add_text(scene_, ui_, words_at, words, colour);
        else
            add_text_buttons(scene_, ui_, {words_at.x, words_at.y - text_button_baseline},
                             {{.target = "action:lesson/" + bet.taught_in, .label = words}});
        scene_.values.insert_or_assign(fmt::format("lesson.result.{}", question), mark + " " + words);
    }

    Scene& scene_;
    const UiContext& ui_;
    Box area_;
};

} // namespace

void quiz_results(Scene& scene, const UiContext& ui, const Box& area) {
    const LessonRun& run = *ui.workspace.lesson;
    if (run.answers.empty())
        add_text(scene, ui, area.centre(), "Your answers will stand here.", ui.theme().dim, {}, Horizontal::centre);
    else
        ResultLines(scene, ui, area).add(run);
}

} // namespace attn
