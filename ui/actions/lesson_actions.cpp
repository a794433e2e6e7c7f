#include "ui/actions/action_tables.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/lesson.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

bool learns(const UiContext& ui) {
    return ui.workspace.lesson.has_value();
}

bool has_note(const UiContext& ui) {
    return learns(ui) && !ui.workspace.lesson->now().note.empty();
}

/// Beyond the first step.
bool learns_further(const UiContext& ui) {
    return learns(ui) && ui.workspace.lesson->step > 0;
}

constexpr std::array lesson_action_table{
    Action{.id = "lessons",
           .label = "Lessons",
           .about = "the course, and how far you have come",
           .run =
               [](const CommandContext& d) {
                   d.workspace.overlay = Overlay{Overlay::Kind::lessons, {}, {}, 0};
               },
           .menus = {{Menu::help, 0, 15}}},
    Action{.id = "see-how",
           .label = "See how",
           .about = "begins the course: lesson 1",
           .run = [](const CommandContext& d) { ask(d, OpenLesson{}); },
           .menus = {{Menu::help, 0, 20}}},
    Action{.id = "lesson-next",
           .label = "Next step of the lesson",
           .chord = {.key = Key::page_down, .alt = true},
           .about = "also Page Down",
           .run = [](const CommandContext& d) { go_in_lesson(d, 1); },
           .enabled = learns,
           .menus = {{Menu::help, 0, 70}},
           .offered_while = learns},
    Action{.id = "lesson-back",
           .label = "Back in the lesson",
           .chord = {.key = Key::page_up, .alt = true},
           .about = "also Page Up",
           .run = [](const CommandContext& d) { go_in_lesson(d, -1); },
           .enabled = learns_further,
           .menus = {{Menu::help, 0, 75}},
           .offered_while = learns_further},
    Action{.id = "lesson-again",
           .label = "Begin the step again",
           .about = "with the numbers it began with",
           .run = begin_lesson_step_again,
           .enabled = learns,
           .menus = {{Menu::help, 0, 80}},
           .offered_while = learns},
    Action{.id = "lesson-hint",
           .label = "Hint",
           .about = "a question first, then what to change, then it is done before you",
           .run = give_hint,
           .enabled = has_hint,
           .menus = {{Menu::help, 0, 82}},
           .offered_while = has_hint},
    Action{.id = "lesson-bet",
           .label = "Place the bet",
           .about = "on what you chose, or on the selected cell",
           .run = place_bet,
           .enabled = can_place_bet,
           .menus = {{Menu::help, 0, 84}},
           .offered_while = can_place_bet},
    Action{.id = "lesson-everything",
           .label = "Show everything beside the lesson",
           .about = "also what no lesson has named yet; again: only that",
           .run =
               [](const CommandContext& d) {
                   d.workspace.lesson->shows_everything = !d.workspace.lesson->shows_everything;
               },
           .enabled = learns,
           .chosen = [](const UiContext& d) { return learns(d) && d.workspace.lesson->shows_everything; },
           .menus = {{Menu::help, 0, 86}},
           .offered_while = learns},
    Action{.id = "lesson-note",
           .label = "Note of the scene",
           .chord = key(letter_key('n')),
           .about = "for who lectures; again: away",
           .run = [](const CommandContext& d) { d.workspace.lesson->shows_note = !d.workspace.lesson->shows_note; },
           .enabled = has_note,
           .menus = {{Menu::help, 0, 88}},
           .offered_while = has_note},
    Action{.id = "lesson-leave",
           .label = "Leave the lesson",
           .about = "it goes on where you left it; Help, Lessons",
           .run = [](const CommandContext& d) { leave_lesson(d.workspace); },
           .enabled = learns,
           .menus = {{Menu::help, 0, 90}},
           .offered_while = learns},
};
static_assert(each_is_in_a_menu_or_says_why_not(lesson_action_table));

constexpr Domain<const LessonLabel*> a_lesson{
    "lesson", [](const UiContext& ui, std::string_view name) -> std::optional<const LessonLabel*> {
        const auto found = std::ranges::find(ui.status.lessons, name, &LessonLabel::id);
        return found == ui.status.lessons.end() ? std::nullopt : std::optional(&*found);
    }};

/// From where it was left.
void open_lesson(const CommandContext& command, const LessonLabel* label) {
    command.workspace.overlay.reset();
    const auto furthest = command.workspace.lesson_progress.find(label->id);
    const Index step = furthest == command.workspace.lesson_progress.end() ? 0 : furthest->second;
    ask(command, OpenLesson{label->file, static_cast<std::size_t>(step >= label->steps ? 0 : step)});
}

std::vector<Offer> found_lessons(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const LessonLabel& label : ui.status.lessons)
        offers.push_back({.target = "action:lesson/" + label.id,
                          .label = "Lesson " + std::to_string(label.number) + ": " + label.title,
                          .about = label.idea,
                          .key = {}});
    return offers;
}

constexpr std::array lesson_argument_table{
    ArgumentAction{.id = "lesson",
                   .takes = taking<a_lesson, open_lesson>,
                   .menus = InNoMenu::in_its_dialog,
                   .found = found_lessons},
    ArgumentAction{
        .id = "lesson-answer", .takes = taking<a_number, answer_bet>, .menus = InNoMenu::beside_what_it_is_for},
};

} // namespace

std::span<const Action> lesson_actions() {
    return lesson_action_table;
}

std::span<const ArgumentAction> lesson_argument_actions() {
    return lesson_argument_table;
}

} // namespace attn
