#include "ui/actions/lesson.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/lesson_bets.h"
#include "ui/actions/lesson_names.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/lesson/live_text.h"
#include "ui/actions/beside_task.h"
#include "ui/actions/lesson_script.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"
#include "ui/actions/quiz.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

/// Makes the present state the step's beginning, from which changes are counted.
void count_from_here(const UiContext& ui, LessonRun& run) {
    run.beginning = std::make_shared<const Beginning>(Beginning{ui.session, ui.trace});
    if (!run.now().goes_on || run.opened == nullptr)
        run.opened = run.beginning;
}

void follow_task(const UiContext& ui, LessonRun& run) {
    const LessonTask& task = *run.now().task;
    const Snapshot now = ui.snapshot();
    const Snapshot then = run.beginning->snapshot();
    const Snapshot opened = run.opened->snapshot();
    run.task.is_done = holds(task.done, now, then, opened);
    run.task.was_done = run.task.was_done || run.task.is_done;
    if (run.task.is_done && !run.has_done(run.step))
        run.done.push_back(static_cast<Index>(run.step));
    run.task.said = {};
    run.task.in_the_way.clear();
    if (run.task.is_done)
        return;
    run.task.in_the_way = changed_beside_task(ui, run);
    const auto slip = std::ranges::find_if(
        task.slips, [&](const ForeseenSlip& other) { return holds(other.when, now, then, opened); });
    if (slip != task.slips.end())
        run.task.said = told(slip->say, now);
    if (std::exchange(run.task.looked_at, ui.status.revision) != ui.status.revision)
        ++run.task.tries;
}

/// The step's sentences about the present numbers. A step that fills the window is left out: lesson_claims.h has its
/// sentences, each with its facts.
SaidNow says_now(const UiContext& ui, const LessonRun& run) {
    const Snapshot now = ui.snapshot();
    const Said* const said = run.fills_window() ? nullptr : said_now(run.now().says, now, run.beginning->snapshot());
    if (said == nullptr)
        return {};
    const auto in_words = [&](const std::string& text) { return told(in_look(text, ui.view_state.look), now); };
    return {in_words(said->title), in_words(said->say)};
}

/// Marks all bets and tasks of a lesson as open, when it is begun for the first time.
void open_all_steps(const Lesson& lesson, Workspace& workspace) {
    if (lesson.on_wall)
        return;
    for (const LessonStep& step : lesson.steps)
        if (step.bet || step.task)
            workspace.open_steps[lesson.id].push_back(static_cast<Index>(step.written));
}

/// Keeps the answers for the next time that the lesson is opened. Those of a quiz are not kept: its questions change
/// their order.
void keep_answers(Workspace& workspace) {
    const LessonRun& run = *workspace.lesson;
    if (!run.lesson->is_quiz && run.is_studied())
        workspace.lesson_work[run.lesson->id] = {run.lesson->id,        0,           run.lesson->draw.seed,
                                                 run.lesson->draw.word, run.answers, run.done};
}

bool has_done_before(const LessonRun& run) {
    return run.now().task && run.is_studied() && !run.asks_anew && run.has_done(run.step);
}

/// Brings back a task that was done before. How it was done is not kept, so the solution acts, which the conclusion
/// tells of.
void bring_back_task(const UiContext& ui, Workspace& workspace) {
    LessonRun& run = *workspace.lesson;
    run.task.was_done = run.task.was_before = true;
    if (!run.has_own_work)
        let_act(ui.session, workspace, run.now().task->solution);
}

/// Notes that the lesson is finished: its end was reached, however it is left then.
void note_end(Workspace& workspace) {
    const Lesson& lesson = *workspace.lesson->lesson;
    if (!lesson.asks_again && workspace.lesson->is_studied())
        workspace.lesson_progress[lesson.id] = std::ssize(lesson.steps);
}

void close_step(const LessonRun& run, std::map<std::string, std::vector<Index>>& open_steps) {
    const auto open = open_steps.find(run.lesson->id);
    if (open == open_steps.end())
        return;
    std::erase(open->second, static_cast<Index>(run.now().written));
    if (open->second.empty())
        open_steps.erase(open);
}

} // namespace

std::string in_look(std::string text, Look look) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> names{
        {{"{dark}", "bright"}, {"{darker}", "brighter"}}};
    for (const auto& [name, bright] : names)
        for (std::size_t at = text.find(name); look == Look::dark && at != std::string::npos; at = text.find(name, at))
            text.replace(at, name.size(), bright);
    return text;
}

MomentOfStep MomentOfStep::begun(const UiContext& ui) {
    return {ui, ui.workspace.lesson->has_begun ? ui.workspace.lesson->beginning.get() : nullptr};
}

MomentOfStep MomentOfStep::settled(const UiContext& ui) {
    return {ui, ui.workspace.lesson->bet.settled_on.get()};
}

MomentOfStep::MomentOfStep(const UiContext& ui, const Beginning* moment)
    : session_(moment == nullptr ? ui.session : moment->session), trace_(moment == nullptr ? ui.trace : moment->trace) {
    if (session_.notation == ui.session.notation)
        return;
    in_other_notation_ = session_;
    in_other_notation_->notation = ui.session.notation;
}

void begin_lesson_step(const UiContext& ui, Workspace& workspace) {
    LessonRun& run = *workspace.lesson;
    const LessonStep& step = run.now();
    count_from_here(ui, run);
    run.came_with = run.beginning;
    run.bet = {};
    run.task = {};
    run.says = {};
    run.task.looked_at = ui.status.revision;
    run.hints = 0;
    run.shows_solution = false;
    run.shown.clear();
    run.has_begun = false;
    run.furthest = std::max(run.furthest, run.step);
    workspace.key_focus.reset(); // the focused button means something else now
    workspace.lesson_scroll = 0;
    workspace.on_opening = false;
    if (step.open) {
        show_place(ui, workspace, *step.open);
        show_plainly(ui, workspace);
    }
    show_named_lines(ui, workspace);
    let_act(ui.session, workspace, step.before);
    if (run.fills_window()) {
        follow_word(ui, workspace);
        workspace.field.reset();
        open_name_field(workspace);
    }
    if (run.lesson->asks_again || !run.is_studied())
        return;
    const auto [furthest, is_new] = workspace.lesson_progress.try_emplace(run.lesson->id, 0);
    furthest->second = std::max(furthest->second, static_cast<Index>(run.step));
    if (is_new)
        open_all_steps(*run.lesson, workspace);
}

void follow_lesson(const UiContext& ui, Workspace& workspace) {
    LessonRun* const run = workspace.lesson ? &*workspace.lesson : nullptr;
    if (run == nullptr || !run->acting.empty() || run->beginning == nullptr)
        return;
    const bool begins = !std::exchange(run->has_begun, true);
    if (begins) {
        run->begun_at = ui.status.revision;
        run->in_other_letters.clear();
        if (!run->now().before.empty())
            count_from_here(ui, *run);
        run->bet.begun_on = inspected_cell(ui);
    }
    run->says = says_now(ui, *run);
    if (begins && has_answered(*run)) {
        bring_back_bet(ui, workspace);
        if (!run->acting.empty())
            return show_remarks(workspace);
    }
    // The question of a step that fills the window is about the present word, whichever that is.
    if (run->fills_window() && run->now().bet && !run->bet.is_placed && run->begun_at != ui.status.revision) {
        count_from_here(ui, *run);
        run->begun_at = ui.status.revision;
    }
    if (begins && has_done_before(*run)) {
        bring_back_task(ui, workspace);
        if (!run->acting.empty())
            return;
    }
    if (run->now().task) {
        const std::size_t done_before = run->done.size();
        follow_task(ui, *run);
        if (run->done.size() > done_before)
            keep_answers(workspace);
    }
    if (run->now().bet && run->bet.is_placed && !run->bet.is_settled) {
        settle_bet(ui, *run);
        note_missed(workspace);
        keep_answers(workspace);
        show_remarks(workspace);
    }
    if (run->is_through())
        close_step(*run, workspace.open_steps);
    if (run->is_through() && run->is_last())
        note_end(workspace);
    note_best_score(ui, workspace);
}

bool was_seen(const UiContext& ui, std::size_t step) {
    const LessonRun& run = *ui.workspace.lesson;
    if (step <= run.furthest)
        return true;
    const auto furthest = ui.workspace.lesson_progress.find(run.lesson->id);
    return !run.lesson->is_quiz && furthest != ui.workspace.lesson_progress.end() &&
           static_cast<Index>(step) <= furthest->second;
}

std::optional<std::size_t> task_that_shows_all(const UiContext& ui) {
    const auto& run = ui.workspace.lesson;
    if (!run || run->lesson->on_wall)
        return std::nullopt;
    const auto& steps = run->lesson->steps;
    for (std::size_t step = steps.size(); step-- > run->step + 1;)
        if (steps[step].task && !steps[step].goes_on)
            return step;
    return std::nullopt;
}

void go_to_task_that_shows_all(const CommandContext& command) {
    const auto step = task_that_shows_all(command.ui);
    if (!step)
        return;
    command.workspace.lesson->knows = true;
    command.frame_actions.requests.push_back({GoToLessonStep{*step}});
}

const LessonLabel* next_lesson(const UiContext& ui) {
    const LessonLabel* first_begun = nullptr;
    const LessonLabel* first_new = nullptr;
    for (const LessonLabel& label : ui.status.lessons->labels()) {
        const auto found = ui.workspace.lesson_progress.find(label.id);
        const bool is_begun = found != ui.workspace.lesson_progress.end() && !label.is_quiz; // a quiz comes last
        if (found != ui.workspace.lesson_progress.end() && found->second >= label.steps)
            continue;
        const LessonLabel*& first = is_begun ? first_begun : first_new;
        if (first == nullptr)
            first = &label;
    }
    return first_begun != nullptr ? first_begun : first_new;
}

std::string name_of_lecture(const LessonLabel& label) {
    return fmt::format("A lecture, {} {}", number_word(label.steps), noun_for(label.steps, "scene"));
}

/// Ends the lesson. It stays behind the list of lessons until another is begun or it is left.
void end_lesson(Workspace& workspace) {
    LessonRun& run = *workspace.lesson;
    run.has_ended = true;
    if (run.lesson->asks_again)
        return;
    note_end(workspace);
    if (run.knows && run.task.was_done)
        workspace.open_steps.erase(run.lesson->id);
    if (run.lesson->is_quiz)
        workspace.left_quiz.reset(); // another round asks in another order
}

void go_in_lesson(const CommandContext& command, int by) {
    LessonRun& run = *command.workspace.lesson;
    const bool has_shown = run.knows && run.task.was_done;
    if (by > 0 && (run.is_last() || has_shown)) {
        end_lesson(command.workspace);
        run_action("action:lessons", command);
        return;
    }
    const Index step = std::max<Index>(0, static_cast<Index>(run.step) + by);
    command.frame_actions.requests.push_back({GoToLessonStep{static_cast<std::size_t>(step)}});
}

void go_on_in_lesson(const CommandContext& command) {
    const LessonRun& run = *command.workspace.lesson;
    if (run.is_through())
        return go_in_lesson(command, 1);
    if (run.acting.empty())
        command.workspace.notice =
            passing(notice_of_deed(run.now().bet ? "Place your bet first; or pass over it with “Skip”, beneath the "
                                                   "text."
                                                 : "Do the task first; or pass over it with “Skip”, beneath the "
                                                   "text."));
}

void skip_in_lesson(const CommandContext& command) {
    command.workspace.notice.reset();
    go_in_lesson(command, 1);
}

bool is_step_open(const UiContext& ui, std::size_t step) {
    const Lesson& lesson = *ui.workspace.lesson->lesson;
    const auto open = ui.workspace.open_steps.find(lesson.id);
    return open != ui.workspace.open_steps.end() &&
           std::ranges::find(open->second, static_cast<Index>(lesson.steps[step].written)) != open->second.end();
}

bool can_begin_anew(const UiContext& ui) {
    const auto& run = ui.workspace.lesson;
    return run && !ui.scope().is_for_audience && (!run->answers.empty() || !run->done.empty()) &&
           ui.status.lessons->find(run->lesson->id) != nullptr;
}

void begin_lesson_anew(const CommandContext& command) {
    const LessonLabel& label = *command.ui.status.lessons->find(command.workspace.lesson->lesson->id);
    command.frame_actions.requests.push_back({OpenLesson{.file = label.file, .step = 0, .anew = true}});
}

void begin_lesson_step_again(const CommandContext& command) {
    const LessonRun& run = *command.workspace.lesson;
    if (run.lesson->is_quiz && run.is_last() && !run.now().bet && can_begin_anew(command.ui))
        return begin_lesson_anew(command); // with other numbers
    command.frame_actions.requests.push_back({GoToLessonStep{command.workspace.lesson->step, true}});
}

void leave_lesson(Workspace& workspace) {
    keep_quiz(workspace);
    if (const LessonRun& run = *workspace.lesson; run.lesson->number > 0 && !run.has_ended) {
        workspace.notice = notice_of_deed("The lesson goes on where you left it: Help, Lessons.");
        workspace.notice->leads_on = {{"action:lesson/" + run.lesson->id, "Go on"}};
    }
    workspace.lesson.reset();
    show_all_lines(workspace);
    workspace.field.reset();
}

bool has_hint(const UiContext& ui) {
    const auto& run = ui.workspace.lesson;
    return run && run->now().task && !run->task.is_done && run->acting.empty();
}

bool offers_hint(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    const auto parts = std::ranges::count_if(run.now().task->solution, [](const std::string& line) {
        return line.starts_with("type ") || line.starts_with("click action:");
    });
    return run.hints == 0 && run.task.tries >= std::max<Index>(1, parts) + 1;
}

void give_hint(const CommandContext& command) {
    LessonRun& run = *command.workspace.lesson;
    const LessonTask& task = *run.now().task;
    ++run.hints;
    if (run.hints == 2 && task.suggestion.empty())
        ++run.hints;
    if (run.hints < 3)
        return;
    run.hints = 3;
    run.shows_solution = true;
    // The solution starts from the step's beginning; in a step that fills the window, from any word.
    if (!run.fills_window() && !run.is_as_begun(command.ui.status.revision)) {
        command.frame_actions.requests.push_back({BringBackBeginning{}});
        run.shown.push_back({{}, "your own changes taken back", {}});
    }
    let_act(command.ui.session, command.workspace, task.solution);
}

void go_on_in_scene(const CommandContext& command) {
    LessonRun& run = *command.workspace.lesson;
    if (!run.acting.empty())
        return;
    command.workspace.notice.reset();
    command.workspace.lecture_inspector = false; // the text takes the inspector's place
    if (is_bet_open(command.ui)) {
        run.bet.is_shown = true;
        place_bet(command);
    } else if (run.now().task && !run.task.was_done && !std::exchange(run.task.was_shown, true))
        let_act(command.ui.session, command.workspace, run.now().task->solution);
    else if (!run.is_last())
        go_in_lesson(command, 1);
    else
        command.workspace.notice = passing({{"That was the last scene. Page Up goes back, Esc leaves the wall.",
                                             Always{"no scene follows the last one"}},
                                            HoldsWhile::in_lecture});
}

void show_note(const CommandContext& command) {
    LessonRun& run = *command.workspace.lesson;
    if (command.ui.scope().is_for_audience && !run.shows_note && !std::exchange(run.may_show_note, true)) {
        command.workspace.notice =
            passing({{"A second monitor shows the note by itself. N again shows it here, to everybody.",
                      Always{"it says what the key and a second monitor do in every lecture"}},
                     HoldsWhile::in_lecture});
        return;
    }
    command.workspace.notice.reset();
    run.shows_note = !run.shows_note;
}

std::string_view proposal_in_view(const UiContext& ui) {
    const LessonRun& run = *lesson_alone(ui.workspace);
    if (run.is_through() && !run.is_last())
        return "action:lesson-next";
    return run.answers.empty() ? "" : "action:see-how";
}

} // namespace attn
