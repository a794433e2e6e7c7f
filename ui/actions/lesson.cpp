#include "ui/actions/lesson.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/lesson/told.h"
#include "core/model/arrays.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson_script.h"
#include "ui/actions/navigation.h"
#include "ui/toolkit/key.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

LessonRun* run_of(Workspace& workspace) {
    return workspace.lesson ? &*workspace.lesson : nullptr;
}

/// What acts, or why it cannot, said in the window.
void let_act(const Session& session, Workspace& workspace, const LessonScript& script) {
    LessonRun& run = *workspace.lesson;
    Result<std::vector<ScriptLine>> lines = lines_of(script, run.lesson->id);
    if (lines)
        run.acting = *std::move(lines);
    else
        workspace.notice = refusal(session, lines.error());
}

std::string reply_to(const Bet& bet, std::string_view answer) {
    const auto reply = std::ranges::find(bet.replies, answer, &Reply::to);
    return reply == bet.replies.end() ? std::string() : reply->say;
}

/// Whether any of an array's numbers are others than at the step's beginning.
bool has_moved(const UiContext& ui, const LessonRun& run, const std::string& name) {
    const auto array = find_array(name);
    if (!array)
        return false;
    Condition unchanged;
    unchanged.kind = Condition::Kind::unchanged;
    unchanged.array = array;
    unchanged.every_head = true;
    return !holds(unchanged, {ui.session, ui.trace}, run.beginning->snapshot());
}

void settle_many(const UiContext& ui, const Bet& bet, LessonRun& run) {
    run.bet.was_right = true;
    for (const Choice& choice : bet.choices) {
        const bool moved = has_moved(ui, run, choice.text);
        const bool chosen = std::ranges::find(run.bet.chosen, choice.text) != run.bet.chosen.end();
        if (moved)
            run.bet.moved.push_back(choice.text);
        if (moved == chosen)
            continue;
        run.bet.was_right = false;
        const std::string said = reply_to(bet, (chosen ? "" : "missing ") + choice.text);
        run.bet.said += (run.bet.said.empty() || said.empty() ? "" : " ") + said;
    }
}

/// What is said of cells that were left out, or marked besides: of that cell, or of any.
void settle_marked(const Bet& bet, LessonRun& run) {
    std::vector<std::string> right;
    for (const CellId& cell : bet.cells)
        right.push_back(cell_name(cell));
    const auto add_said = [&](const std::vector<std::string>& cells, const std::vector<std::string>& others,
                              const std::string& before, std::string_view any) {
        for (const std::string& cell : cells) {
            if (std::ranges::find(others, cell) != others.end())
                continue;
            run.bet.was_right = false;
            const std::string own = reply_to(bet, before + cell);
            if (run.bet.said.empty())
                run.bet.said = own.empty() ? reply_to(bet, any) : own;
        }
    };
    run.bet.was_right = true;
    add_said(run.bet.chosen, right, "", "others");
    add_said(right, run.bet.chosen, "missing ", "missing");
    run.bet.answer = fmt::format("{}", fmt::join(run.bet.chosen, ", "));
}

std::optional<float> right_number(const UiContext& ui, const Bet& bet) {
    if (bet.number)
        return bet.number;
    return bet.cell && ui.trace.contains(*bet.cell) ? std::optional(ui.trace.value(*bet.cell)) : std::nullopt;
}

void settle_typed(const UiContext& ui, const Bet& bet, LessonRun& run) {
    const auto right = right_number(ui, bet);
    const Result<float> typed = parse_number(run.bet.answer);
    run.bet.was_right = right && typed && std::abs(*typed - *right) <= bet.within;
    if (run.bet.was_right || !typed)
        return;
    for (const Reply& reply : bet.replies)
        if (const Result<float> foreseen = parse_number(reply.to);
            foreseen && std::abs(*foreseen - *typed) <= bet.within)
            run.bet.said = reply.say;
}

void settle(const UiContext& ui, const Bet& bet, LessonRun& run) {
    switch (bet.kind) {
    case Bet::Kind::choose: {
        const auto chosen = std::ranges::find(bet.choices, run.bet.answer, &Choice::text);
        run.bet.was_right = chosen != bet.choices.end() && chosen->right;
        run.bet.said = chosen == bet.choices.end() ? std::string() : chosen->say;
        break;
    }
    case Bet::Kind::choose_many:
        settle_many(ui, bet, run);
        break;
    case Bet::Kind::mark:
        run.bet.was_right = run.bet.answer == cell_name(*bet.cell);
        run.bet.said = reply_to(bet, run.bet.answer);
        break;
    case Bet::Kind::mark_many:
        settle_marked(bet, run);
        break;
    case Bet::Kind::type:
        settle_typed(ui, bet, run);
        break;
    }
}

void settle_bet(const UiContext& ui, LessonRun& run) {
    settle(ui, *run.now().bet, run);
    run.bet.is_settled = true;
    if (run.bet.is_shown || run.answer_to(run.step) != nullptr)
        return;
    std::string answer = run.bet.answer;
    if (run.now().bet->kind == Bet::Kind::choose_many)
        answer = fmt::format("{}", fmt::join(run.bet.chosen, ", "));
    run.answers.push_back({static_cast<Index>(run.step), told(answer, {ui.session, ui.trace}), run.bet.was_right});
}

/// All that the lessons so far have named.
std::vector<ArrayId> named_so_far(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    std::vector<ArrayId> named = run.lesson->names;
    for (const LessonLabel& label : ui.status.lessons->labels())
        if (label.number > 0 && label.number < run.lesson->number)
            named.insert(named.end(), label.names.begin(), label.names.end());
    return named;
}

/// The arrays that a task allows to be changed, wherever its condition says so.
void add_allowed(const Condition& condition, std::vector<ArrayId>& arrays) {
    for (const std::string& part : condition.parts_allowed)
        if (const auto array = find_array(part.substr(0, part.find('/'))))
            arrays.push_back(*array);
    for (const Condition& part : condition.parts)
        add_allowed(part, arrays);
}

void follow_task(const UiContext& ui, LessonRun& run) {
    const LessonTask& task = *run.now().task;
    const Snapshot now{ui.session, ui.trace};
    const Snapshot then = run.beginning->snapshot();
    run.task.is_done = holds(task.done, now, then);
    run.task.was_done = run.task.was_done || run.task.is_done;
    if (run.task.is_done && !run.has_done(run.step))
        run.done.push_back(static_cast<Index>(run.step));
    run.task.said.clear();
    if (run.task.is_done)
        return;
    const auto slip =
        std::ranges::find_if(task.slips, [&](const ForeseenSlip& other) { return holds(other.when, now, then); });
    if (slip != task.slips.end())
        run.task.said = told(slip->say, now);
    if (std::exchange(run.task.looked_at, ui.status.revision) != ui.status.revision)
        ++run.task.tries;
}

} // namespace

BegunStep::BegunStep(const UiContext& ui)
    : session_(ui.workspace.lesson->has_begun ? ui.workspace.lesson->beginning->session : ui.session),
      trace_(ui.workspace.lesson->has_begun ? ui.workspace.lesson->beginning->trace : ui.trace) {
    if (session_.notation == ui.session.notation)
        return;
    in_other_notation_ = session_;
    in_other_notation_->notation = ui.session.notation;
}

void begin_lesson_step(const UiContext& ui, Workspace& workspace) {
    LessonRun& run = *workspace.lesson;
    const LessonStep& step = run.now();
    run.beginning = std::make_shared<const Beginning>(Beginning{ui.session, ui.trace});
    run.bet = {};
    run.task = {};
    run.task.looked_at = ui.status.revision;
    run.hints = 0;
    run.has_begun = false;
    workspace.on_opening = false;
    if (step.open) {
        show_place(ui, workspace, *step.open);
        show_plainly(ui, workspace);
    }
    show_named_lines(ui, workspace);
    let_act(ui.session, workspace, step.before);
    Index& furthest = workspace.lesson_progress[run.lesson->id];
    furthest = std::max(furthest, static_cast<Index>(run.step));
}

void follow_lesson(const UiContext& ui, Workspace& workspace) {
    LessonRun* const run = run_of(workspace);
    if (run == nullptr || !run->acting.empty() || run->beginning == nullptr)
        return;
    if (!std::exchange(run->has_begun, true) && !run->now().before.empty())
        run->beginning = std::make_shared<const Beginning>(Beginning{ui.session, ui.trace});
    if (run->now().task)
        follow_task(ui, *run);
    if (run->now().bet && run->bet.is_placed && !run->bet.is_settled)
        settle_bet(ui, *run);
}

void show_named_lines(const UiContext& ui, Workspace& workspace) {
    workspace.token_lines.clear();
    // Of the whole course all have been named.
    if (workspace.lesson && !workspace.lesson->shows_everything && workspace.lesson->lesson->number > 0)
        workspace.token_lines = named_so_far(ui);
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

void go_in_lesson(const CommandContext& command, int by) {
    LessonRun& run = *command.workspace.lesson;
    const bool has_shown = run.knows && run.task.was_done;
    if (by > 0 && (run.is_last() || has_shown)) {
        command.workspace.lesson_progress[run.lesson->id] = std::ssize(run.lesson->steps);
        leave_lesson(command.workspace);
        command.workspace.overlay = Overlay{Overlay::Kind::lessons, {}, {}, 0};
        return;
    }
    const Index step = std::max<Index>(0, static_cast<Index>(run.step) + by);
    command.frame_actions.requests.push_back({GoToLessonStep{static_cast<std::size_t>(step)}});
}

void begin_lesson_step_again(const CommandContext& command) {
    command.frame_actions.requests.push_back({GoToLessonStep{command.workspace.lesson->step, true}});
}

void leave_lesson(Workspace& workspace) {
    workspace.lesson.reset();
    workspace.token_lines.clear();
    workspace.field.reset();
}

bool has_hint(const UiContext& ui) {
    const auto& run = ui.workspace.lesson;
    return run && run->now().task && !run->task.is_done && run->acting.empty();
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
    let_act(command.ui.session, command.workspace, task.solution);
}

bool is_bet_open(const UiContext& ui) {
    const auto& run = ui.workspace.lesson;
    return run && run->now().bet && !run->bet.is_placed && run->acting.empty();
}

bool can_place_bet(const UiContext& ui) {
    if (!is_bet_open(ui))
        return false;
    const Bet::Kind kind = ui.workspace.lesson->now().bet->kind;
    const bool is_marked = kind == Bet::Kind::mark_many && !ui.workspace.lesson->bet.chosen.empty();
    return kind == Bet::Kind::mark || kind == Bet::Kind::choose_many || is_marked;
}

bool marks_many(const UiContext& ui) {
    return is_bet_open(ui) && ui.workspace.lesson->now().bet->kind == Bet::Kind::mark_many;
}

namespace {

/// Marks, or no longer.
void turn(std::vector<std::string>& chosen, const std::string& name) {
    if (const auto found = std::ranges::find(chosen, name); found != chosen.end())
        chosen.erase(found);
    else
        chosen.push_back(name);
}

} // namespace

void mark_cell(const CommandContext& command, const CellId& cell) {
    const CellId marked = command.ui.trace.canonical(cell);
    const std::vector<CellId>& right = command.workspace.lesson->now().bet->cells;
    if (marked.array == right.front().array && marked.head == right.front().head)
        turn(command.workspace.lesson->bet.chosen, cell_name(marked));
}

void mark_inspected_cell(const CommandContext& command) {
    mark_cell(command, inspected_cell(command.ui));
}

void place_bet(const CommandContext& command) {
    LessonRun& run = *command.workspace.lesson;
    const Bet& bet = *run.now().bet;
    if (bet.kind == Bet::Kind::mark && !run.bet.is_shown)
        run.bet.answer = cell_name(command.ui.trace.canonical(inspected_cell(command.ui)));
    run.bet.is_placed = true;
    let_act(command.ui.session, command.workspace, bet.reveal);
    follow_lesson(command.ui, command.workspace);
}

Result<void> answer_bet(const CommandContext& command, Index choice) {
    LessonRun* const run = run_of(command.workspace);
    if (run == nullptr || !is_bet_open(command.ui) || choice >= std::ssize(run->now().bet->choices))
        return error("there is nothing to be answered so");
    const Bet& bet = *run->now().bet;
    const std::string& text = bet.choices[static_cast<std::size_t>(choice)].text;
    if (bet.kind == Bet::Kind::choose_many) {
        turn(run->bet.chosen, text);
        return {};
    }
    run->bet.answer = text;
    place_bet(command);
    return {};
}

Result<void> type_bet(const CommandContext& command, float number) {
    if (!is_bet_open(command.ui) || command.ui.workspace.lesson->now().bet->kind != Bet::Kind::type)
        return error("there is nothing to be answered so");
    command.workspace.lesson->bet.answer = exact_number(number);
    place_bet(command);
    return {};
}

void go_on_in_scene(const CommandContext& command) {
    LessonRun& run = *command.workspace.lesson;
    if (!run.acting.empty())
        return;
    if (is_bet_open(command.ui)) {
        run.bet.is_shown = true;
        place_bet(command);
    } else if (run.now().task && !run.task.was_done)
        let_act(command.ui.session, command.workspace, run.now().task->solution);
    else if (!run.is_last())
        go_in_lesson(command, 1);
}

bool react_to_lesson_keys(const CommandContext& command) {
    if (!command.workspace.lesson)
        return false;
    for (const auto& [key, by] : {std::pair(Key::page_down, 1), std::pair(Key::page_up, -1)})
        if (chord_pressed({.key = key})) {
            if (command.workspace.lecture && by > 0)
                go_on_in_scene(command);
            else
                run_action(by > 0 ? "action:lesson-next" : "action:lesson-back", command);
            return true;
        }
    if (!is_bet_open(command.ui))
        return false;
    const Bet& bet = *command.workspace.lesson->now().bet;
    for (char digit = '1'; digit <= '9' && digit - '1' < std::ssize(bet.choices); ++digit)
        if (chord_pressed({.key = letter_key(digit)})) {
            static_cast<void>(answer_bet(command, digit - '1'));
            return true;
        }
    if (marks_many(command.ui) && chord_pressed({.key = Key::space})) {
        mark_inspected_cell(command);
        return true;
    }
    if (!chord_pressed({.key = Key::enter}))
        return false;
    if (can_place_bet(command.ui))
        place_bet(command);
    else if (bet.kind == Bet::Kind::type)
        begin_field(command.workspace, "field:lesson-number", {});
    return true;
}

std::vector<ArrayId> named_arrays(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    const std::vector<ArrayId> steps = shown_steps(ui);
    std::vector<ArrayId> named = steps;
    if (!run.shows_everything) {
        named = named_so_far(ui);
        // Of the lessons before, what this one's layer has as steps.
        std::erase_if(named, [&](ArrayId array) {
            return std::ranges::find(steps, array) == steps.end() &&
                   std::ranges::find(run.lesson->names, array) == run.lesson->names.end();
        });
    }
    named.push_back(ui.workspace.array());
    if (run.now().task)
        add_allowed(run.now().task->done, named);
    std::erase_if(named, [&](ArrayId array) { return !ui.trace.has(array); });
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    return named;
}

bool shows_menu(const UiContext& ui, std::string_view menu) {
    const auto& run = ui.workspace.lesson;
    if (!run || run->shows_everything)
        return true;
    const auto needs = [&](const std::vector<std::string>& menus) {
        return std::ranges::find(menus, menu) != menus.end();
    };
    return needs(run->lesson->menus) || std::ranges::any_of(ui.status.lessons->labels(), [&](const LessonLabel& label) {
               return label.number > 0 && label.number < run->lesson->number && needs(label.menus);
           });
}

} // namespace attn
