// All lessons of the course, and the learner's progress in each.

#include "core/figure/pictures/text_layout.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/lesson.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr float lesson_line = 34;
constexpr float least_lesson_line = 26;
constexpr float lessons_footer = 60;

/// The bets and tasks still open: "1 bet, 2 tasks left"; empty if there are none.
std::string left_of(const UiContext& ui, const LessonLabel& label) {
    const auto open = ui.workspace.open_steps.find(label.id);
    if (open == ui.workspace.open_steps.end())
        return {};
    const auto count = [&](Asked what) {
        return std::ranges::count_if(open->second, [&](Index step) {
            return step < std::ssize(label.asked) && label.asked[static_cast<std::size_t>(step)] == what;
        });
    };
    std::string left;
    for (const auto& [what, name] :
         {std::pair(Asked::bet, label.is_quiz ? "question" : "bet"), std::pair(Asked::task, "task")})
        if (const auto number = count(what); number > 0)
            left += fmt::format("{}{} {}", left.empty() ? "" : ", ", number, noun_for(number, name));
    return left.empty() ? left : left + " left";
}

/// The progress: "✓ done", "3 of 7", or what is left; empty if the lesson was not begun.
std::string progress_of(const UiContext& ui, const LessonLabel& label) {
    const auto found = ui.workspace.lesson_progress.find(label.id);
    if (found == ui.workspace.lesson_progress.end())
        return {};
    if (found->second < label.steps && label.is_quiz) // the quiz has a page before its first question
        return fmt::format("question {} of {}", std::max<Index>(1, found->second), questions_of(label));
    if (found->second < label.steps)
        return fmt::format("{} of {}", found->second + 1, label.steps);
    const std::string left = left_of(ui, label);
    if (label.is_quiz)
        return fmt::format("{} of {}", ui.workspace.best_score(label), questions_of(label)) +
               (left.empty() ? "" : ", " + left);
    return left.empty() ? "✓ done" : left;
}

/// The contents of a line of the list.
struct LessonRow {
    std::string number; ///< in the course
    std::string title;
    std::string about;
    std::string progress;
};

LessonRow row_of(const UiContext& ui, const LessonLabel& label) {
    if (label.on_wall)
        return {{}, name_of_lecture(label), label.title, {}};
    return {std::to_string(label.number), label.title, label.idea, progress_of(ui, label)};
}

void add_row(Form& form, const LessonLabel& label, float height) {
    const Theme& theme = form.theme();
    const Box place{space::medium, form.top(), form.box().width - 2 * space::medium, height};
    const LessonRow row = row_of(form.ui(), label);
    form.line_ground(place, "action:lesson/" + label.id, false);
    const float left = space::section;
    const float right = form.box().width - space::section;
    const float baseline = place.centre().y + 5;
    form.write({left + 18, baseline}, row.number, theme.dim, {}, Horizontal::right);
    const float title = form.write({left + 32, baseline}, row.title, theme.ink, {.weight = FontWeight::semibold});
    const float used = form.write({right, baseline}, row.progress, theme.ink, {}, Horizontal::right);
    const float about = left + 32 + title + space::large;
    form.write({about, baseline}, row.about, theme.dim, {}, Horizontal::left, right - used - space::large - about);
    form.scene().values.insert_or_assign("lessons." + label.id, row.progress);
    form.skip(height);
}

/// Adds the button for the lesson to go on with or, if all are done, for something else to do.
void add_what_is_next(Form& form) {
    const UiContext& ui = form.ui();
    if (const LessonLabel* const next = ui.workspace.next_lesson(*ui.status.lessons)) {
        const std::string words = fmt::format("{}: {} · {}", ui.workspace.lesson_progress.empty() ? "Begin" : "Go on",
                                              next->number, next->title);
        const float end = form.buttons({space::section, form.top()},
                                       {{.target = fmt::format("action:lesson/{}", next->id),
                                         .label = ui.typesetter.shortened(words, Font{}, form.box().width / 2),
                                         .chosen = true}});
        form.write({end + space::medium, form.top() + 20}, "or Enter", form.theme().dim, small());
    } else
        form.buttons(
            {space::section, form.top()},
            {ui.workspace.missed.empty()
                 ? Segment{.target = "action:menu/presets", .label = "Other layers, with a question each"}
                 : Segment{.target = "action:lesson-missed", .label = "Ask again what I missed", .chosen = true}});
    form.buttons_before({form.box().width - space::section, form.top()},
                        {{.target = "action:close", .label = "Close"}});
}

} // namespace

void draw_lessons(Form& form) {
    const LessonShelf& shelf = *form.ui().status.lessons;
    const auto count = static_cast<float>(shelf.labels().size() + shelf.lectures().size() + shelf.unreadable().size());
    form.set_width(760);
    form.write({space::section, 40}, "Lessons", form.theme().ink, bold(type_size::large));
    const float header = 72 + form.say_lines({}, {space::section, 66}, form.box().width - 2 * space::section,
                                             "About an hour and a half, in order. Leave at any time; a lesson goes on "
                                             "where you left it, with your answers.",
                                             form.theme().dim);
    const float room = form.around().window.height - header - lessons_footer - 2 * space::tiny;
    const float line = std::clamp(std::floor(room / count), least_lesson_line, lesson_line);
    form.go_to(header);
    for (const std::vector<LessonLabel>* const labels : {&shelf.labels(), &shelf.lectures()})
        for (const LessonLabel& label : *labels)
            add_row(form, label, line);
    for (const Error& problem : shelf.unreadable()) {
        form.say("lessons.unreadable", {space::section + 32, form.top() + line / 2 + 5}, problem.message,
                 form.theme().dim, {}, Horizontal::left, form.inner());
        form.skip(line);
    }
    form.skip(lessons_footer - 46);
    add_what_is_next(form);
    form.skip(46 - Form::margin);
}

void open_next_lesson(const CommandContext& command) {
    if (const LessonLabel* const next = command.workspace.next_lesson(*command.ui.status.lessons))
        run_action("action:lesson/" + next->id, command);
}

} // namespace attn
