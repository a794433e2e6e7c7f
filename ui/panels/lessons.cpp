#include "core/tensor/noun_for.h"
#include "ui/actions/lesson.h"
#include "ui/actions/quiz.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

constexpr float lessons_width = 760;
constexpr float lesson_line = 34;
constexpr float least_lesson_line = 26;
constexpr float lessons_header = 92;
constexpr float lessons_footer = 60;
constexpr float lessons_about_line = 20;

/// "1 bet, 2 tasks left"; nothing where nothing is.
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

/// "done", "3 of 7", what was passed over, or nothing where it was not begun.
std::string progress_of(const UiContext& ui, const LessonLabel& label) {
    const auto found = ui.workspace.lesson_progress.find(label.id);
    if (found == ui.workspace.lesson_progress.end())
        return {};
    if (found->second < label.steps && label.is_quiz) // before whose first question stands a page
        return fmt::format("question {} of {}", std::max<Index>(1, found->second), questions_of(label));
    if (found->second < label.steps)
        return fmt::format("{} of {}", found->second + 1, label.steps);
    const std::string left = left_of(ui, label);
    if (label.is_quiz)
        return fmt::format("{} of {}", best_score(ui, label), questions_of(label)) + (left.empty() ? "" : ", " + left);
    return left.empty() ? "✓ done" : left;
}

/// What stands in a line of the list.
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

void add_row(Scene& scene, const UiContext& ui, const Box& place, const LessonLabel& label) {
    const Theme& theme = ui.theme();
    const LessonRow row = row_of(ui, label);
    const std::string target = "action:lesson/" + label.id;
    Rectangle ground;
    ground.box = place;
    ground.corner_radius = 4;
    if (ui.workspace.hovered == target)
        ground.fill = faded(theme.ink, 0.05F);
    scene.list.add(ground, target);
    const float left = place.x + space::section - space::medium;
    const float right = place.right() - space::section + space::medium;
    const float baseline = place.centre().y + 5;
    add_text(scene, ui, {left + 18, baseline}, row.number, theme.dim, {}, Horizontal::right);
    const float title =
        add_text(scene, ui, {left + 32, baseline}, row.title, theme.ink, {.weight = FontWeight::semibold});
    const float used = ui.typesetter.measure(row.progress, {}).width;
    add_text(scene, ui, {right, baseline}, row.progress, theme.ink, {}, Horizontal::right);
    const float about = left + 32 + title + space::large;
    add_text(scene, ui, {about, baseline}, ui.typesetter.shortened(row.about, {}, right - used - space::large - about),
             theme.dim);
    scene.values.insert_or_assign("lessons." + label.id, row.progress);
}

} // namespace

void lessons_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const LessonShelf& shelf = *ui.status.lessons;
    const std::vector<Error>& unreadable = shelf.unreadable();
    const auto count = static_cast<float>(shelf.labels().size() + shelf.lectures().size() + unreadable.size());
    const float width = std::min(lessons_width, window.width - 2 * space::section);
    const std::string about = "About an hour, in order. Leave at any time; a lesson goes on where you left it, with "
                              "what you answered.";
    const auto add_about = [&](Scene& into, Point at) {
        return add_paragraph(into, ui, at, width - 2 * space::section, about, theme.dim, {}, lessons_about_line);
    };
    Scene unseen;
    const float header = lessons_header - lessons_about_line + add_about(unseen, {});
    const float room = window.height - header - lessons_footer - 2 * space::tiny;
    const float line = std::clamp(std::floor(room / count), least_lesson_line, lesson_line);
    const Box box = add_dialog(scene, ui, window, {width, header + count * line + lessons_footer});
    const float left = box.x + space::section;
    add_text(scene, ui, {left, box.y + 40}, "Lessons", theme.ink, bold(type_size::large));
    add_about(scene, {left, box.y + 66});
    float y = box.y + header;
    for (const std::vector<LessonLabel>* const labels : {&shelf.labels(), &shelf.lectures()})
        for (const LessonLabel& label : *labels) {
            add_row(scene, ui, {box.x + space::medium, y, box.width - 2 * space::medium, line}, label);
            y += line;
        }
    for (const Error& problem : unreadable) {
        const float wide = box.right() - space::section - (left + 32);
        add_text(scene, ui, {left + 32, y + line / 2 + 5}, ui.typesetter.shortened(problem.message, {}, wide),
                 theme.dim);
        scene.values.insert_or_assign("lessons.unreadable", problem.message);
        y += line;
    }
    if (const LessonLabel* const next = next_lesson(ui)) {
        const std::vector<Segment> go_on{
            {.target = fmt::format("action:lesson/{}", next->id),
             .label = ui.typesetter.shortened(fmt::format("{}: {} · {}",
                                                          ui.workspace.lesson_progress.empty() ? "Begin" : "Go on",
                                                          next->number, next->title),
                                              Font{}, box.width / 2),
             .chosen = true}};
        const float used = add_segments(scene, ui, {left, box.bottom() - 46}, go_on);
        add_text(scene, ui, {left + used + space::medium, box.bottom() - 26}, "or Enter", theme.dim, small());
    } else // all were done: what else there is to do
        add_segments(
            scene, ui, {left, box.bottom() - 46},
            {ui.workspace.missed.empty()
                 ? Segment{.target = "action:menu/presets", .label = "Other layers, with a question each"}
                 : Segment{.target = "action:lesson-missed", .label = "Ask again what I missed", .chosen = true}});
    const std::vector<Segment> close{{.target = "action:close", .label = "Close"}};
    add_segments(scene, ui, {box.right() - space::section - segments_width(ui, close), box.bottom() - 46}, close);
}

} // namespace attn
