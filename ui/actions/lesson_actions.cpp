#include "core/figure/pictures/labels.h"
#include "core/lesson/bets.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_names.h"

#include <array>
#include <optional>

namespace attn {

namespace {

bool learns(const UiContext& ui) {
    return ui.scope().is_taught;
}

bool learns_beside_stage(const UiContext& ui) {
    return learns(ui) && !ui.scope().is_first_minute;
}

/// True if the step can be left for the next one. A step that fills the window first waits for its bet.
bool can_go_on(const UiContext& ui) {
    return learns_beside_stage(ui) || ui.scope().proposal == "action:lesson-next";
}

bool can_skip(const UiContext& ui) {
    return ui.scope().has_lesson_beside() && !ui.scope().is_through;
}

bool has_note(const UiContext& ui) {
    return ui.scope().has_note;
}

/// True if a lesson is beyond its first step.
bool learns_further(const UiContext& ui) {
    return ui.scope().step > 0;
}

bool can_place_bet(const UiContext& ui) {
    return learns(ui) && can_place(*ui.workspace.lesson, inspected_cell(ui));
}

bool can_show_all(const UiContext& ui) {
    return learns(ui) && ui.workspace.lesson->task_that_shows_all().has_value();
}

bool has_hint(const UiContext& ui) {
    return ui.scope().has_hint;
}

bool marks_many(const UiContext& ui) {
    return ui.scope().asks(Bet::Kind::mark_many);
}

bool can_begin_anew(const UiContext& ui) {
    return learns(ui) && !ui.scope().is_for_audience && ui.workspace.lesson->can_begin_anew(*ui.status.lessons);
}

void begin_lesson_anew(const CommandContext& command) {
    const LessonLabel& label = *command.ui.status.lessons->find(command.workspace.lesson->lesson->id);
    ask(command, OpenLesson{.file = label.file, .step = 0, .anew = true});
}

/// Tells the open lesson of an event.
template <class Event>
void tell(const CommandContext& command) {
    advance_lesson(command, Event());
}

bool has_missed(const UiContext& ui) {
    return !ui.workspace.missed.empty();
}

bool was_saved_in_lesson(const UiContext& ui) {
    return ui.session.lesson && ui.status.lessons->find(ui.session.lesson->lesson) != nullptr;
}

bool can_resume(const UiContext& ui) {
    return !learns(ui) && was_saved_in_lesson(ui);
}

constexpr std::array lesson_action_table{
    Action{.id = "lessons",
           .label = "Lessons",
           .about = "the course, and how far you have come",
           .menus = {{Menu::help, 0, 15}}},
    Action{.id = "see-how",
           .label = "See how",
           .about = "begins the course: lesson 1",
           .run = [](const CommandContext& d) { ask(d, OpenLesson{}); },
           .menus = {{Menu::help, 0, 20}}},
    Action{.id = "lesson-missed",
           .label = "Ask again what I missed",
           .about = "up to three questions of the quiz, with other numbers",
           .run = [](const CommandContext& d) { ask(d, AskMissed{}); },
           .enabled = has_missed,
           .menus = {{Menu::help, 0, 17}},
           .offered_while = has_missed},
    Action{.id = "lesson-next",
           .label = "Next step of the lesson",
           .about = "Page Down, and Enter, where nothing is asked any more",
           .run = tell<lesson_event::GoOn>,
           .enabled = can_go_on,
           .needs = "Do what the step asks first, or skip it.",
           .menus = {{Menu::help, 0, 70}},
           .offered_while = learns},
    Action{.id = "lesson-skip",
           .label = "Skip what the step asks",
           .about = "the list of lessons says that it is still open",
           .run = tell<lesson_event::Skip>,
           .enabled = can_skip,
           .menus = {{Menu::help, 0, 72}},
           .offered_while = can_skip},
    Action{.id = "lesson-back",
           .label = "Back in the lesson",
           .about = "Page Up",
           .run = tell<lesson_event::GoBack>,
           .enabled = learns_further,
           .menus = {{Menu::help, 0, 75}},
           .offered_while = learns_further},
    Action{.id = "lesson-again",
           .label = "Begin the step again",
           .about = "with the numbers it began with",
           .run = tell<lesson_event::Again>,
           .enabled = learns,
           .menus = {{Menu::help, 0, 80}},
           .offered_while = learns},
    Action{.id = "lesson-hint",
           .label = "Hint",
           .about = "a question first, then what to change, then it is done before you",
           .run = tell<lesson_event::Hint>,
           .enabled = has_hint,
           .menus = {{Menu::help, 0, 82}},
           .offered_while = has_hint},
    Action{.id = "lesson-bet",
           .label = "Place the bet",
           .about = "on what you chose, or on the selected cell",
           .run = tell<lesson_event::Place>,
           .enabled = can_place_bet,
           .menus = {{Menu::help, 0, 84}},
           .offered_while = can_place_bet},
    Action{.id = "lesson-mark",
           .label = "Mark the square",
           .about = "for the bet, or unmark it; also a click, and Space",
           .run = [](const CommandContext& d) { advance_lesson(d, lesson_event::Mark{inspected_cell(d.ui)}); },
           .enabled = marks_many,
           .menus = {{Menu::help, 0, 83}},
           .offered_while = marks_many},
    Action{.id = "lesson-know",
           .label = "I know this",
           .about = "straight to the lesson's last task; who does that has done the lesson",
           .run = tell<lesson_event::GoToTaskThatShowsAll>,
           .enabled = can_show_all,
           .menus = {{Menu::help, 0, 81}},
           .offered_while = can_show_all},
    Action{.id = "lesson-anew",
           .label = "Begin the lesson anew",
           .about = "from its first step, and what you answered is forgotten",
           .run = begin_lesson_anew,
           .enabled = can_begin_anew,
           .menus = {{Menu::help, 0, 85}},
           .offered_while = can_begin_anew},
    Action{.id = "lesson-resume",
           .label = "Go on with the lesson",
           .about = "that this session was saved in, with the work that it holds",
           .run = [](const CommandContext& d) { ask(d, ResumeLesson{}); },
           .enabled = can_resume,
           .needs = "The program has no such lesson.",
           .menus = {{Menu::help, 0, 25}},
           .offered_while = was_saved_in_lesson},
    Action{.id = "lesson-everything",
           .label = "Show everything beside the lesson",
           .about = "also what no lesson has named yet; again: only what lessons named",
           .run =
               [](const CommandContext& d) {
                   d.workspace.lesson->shows_everything = !d.workspace.lesson->shows_everything;
                   show_named_lines(d.ui, d.workspace);
               },
           .enabled = learns_beside_stage,
           .chosen = [](const UiContext& d) { return learns_beside_stage(d) && d.scope().names_all; },
           .menus = {{Menu::help, 0, 86}},
           .offered_while = learns_beside_stage},
    Action{.id = "lesson-note",
           .label = "Note of the scene",
           .chord = key(letter_key('n')),
           .about = "for who lectures; on the wall the key first says that everybody will read it",
           .run = tell<lesson_event::Note>,
           .enabled = has_note,
           .menus = {{Menu::help, 0, 88}},
           .offered_while = has_note},
    Action{.id = "lesson-leave",
           .label = "Leave the lesson",
           .about = "it goes on where you left it; Help, Lessons",
           .run = [](const CommandContext& d) { ask(d, LeaveLesson{}); },
           .enabled = learns,
           .menus = {{Menu::help, 0, 90}},
           .offered_while = learns},
};
static_assert(each_is_in_a_menu_or_says_why_not(lesson_action_table));

/// "a-query": the lesson, where it was left; "a-query/3": its third step.
struct LessonPlace {
    const LessonLabel* label = nullptr;
    std::optional<std::size_t> step{};
};

constexpr Domain<LessonPlace> a_lesson{
    "lesson", [](const UiContext& ui, std::string_view name) -> std::optional<LessonPlace> {
        const PlaceInCourse place = PlaceInCourse::of(name);
        const LessonLabel* const label = ui.status.lessons->find(place.lesson);
        if (label == nullptr)
            return std::nullopt;
        return LessonPlace{label, place.lesson == name ? std::nullopt : std::optional(place.step)};
    }};

void open_lesson(const CommandContext& command, const LessonPlace& place) {
    command.workspace.overlay.reset();
    command.workspace.notice.reset();
    if (place.label->on_wall)
        ask(command, OpenLecture{place.label->file});
    else
        ask(command, OpenLesson{place.label->file, place.step});
}

Result<void> go_to_seen_step(const CommandContext& command, Index step) {
    const Scope scope = command.ui.scope();
    const auto to = static_cast<std::size_t>(step);
    if (to >= scope.steps || !command.workspace.was_seen(*command.workspace.lesson, to))
        return error("you have not seen that step yet");
    ask(command, GoToLessonStep{to});
    return {};
}

Result<void> answer_bet(const CommandContext& command, Index choice) {
    const Bet* const bet = command.ui.scope().asked;
    if (bet == nullptr || choice >= std::ssize(bet->choices))
        return error("no question waits for such an answer");
    advance_lesson(command, lesson_event::Choose{choice});
    return {};
}

std::vector<Offer> found_lessons(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const LessonLabel& label : ui.status.lessons->labels())
        offers.push_back({.target = "action:lesson/" + label.id,
                          .label = "Lesson " + std::to_string(label.number) + ": " + label.title,
                          .about = label.idea,
                          .key = {}});
    for (const LessonLabel& label : ui.status.lessons->lectures())
        offers.push_back({.target = "action:lesson/" + label.id,
                          .label = name_of_lecture(label),
                          .about = label.title + "; on the wall, page by page",
                          .key = {}});
    return offers;
}

constexpr std::array lesson_argument_table{
    ArgumentAction{.id = "lesson",
                   .takes = taking<a_lesson, open_lesson>,
                   .menus = InNoMenu::in_its_dialog,
                   .found = found_lessons},
    ArgumentAction{
        .id = "lesson-step", .takes = taking<a_number, go_to_seen_step>, .menus = InNoMenu::beside_what_it_is_for},
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
