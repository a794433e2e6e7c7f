#pragma once

#include "ui/actions/actions.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What the sentences of a step are told of: the numbers that it began with, in the notation of now.
class BegunStep {
public:
    explicit BegunStep(const UiContext& ui);
    Snapshot snapshot() const { return {in_other_notation_ ? *in_other_notation_ : session_, trace_}; }

private:
    const Session& session_;
    const Trace& trace_;
    std::optional<Session> in_other_notation_;
};

/// The step as it begins: what is shown, and what acts before anything is asked.
void begin_lesson_step(const UiContext& ui, Workspace& workspace);
/// After any change: whether the task is done, or a foreseen slip was made; and when all that acts is done, what became
/// of the bet.
void follow_lesson(const UiContext& ui, Workspace& workspace);

/// The picture of one token shows the lines that the lessons so far have named; all, where everything is shown.
void show_named_lines(const UiContext& ui, Workspace& workspace);

/// The last task of the lesson that is still to come: who does it knows the lesson. None where there is none.
std::optional<std::size_t> task_that_shows_all(const UiContext& ui);
void go_to_task_that_shows_all(const CommandContext& command);

void go_in_lesson(const CommandContext& command, int by);
void begin_lesson_step_again(const CommandContext& command);
void leave_lesson(Workspace& workspace);
/// Nudge, suggestion, and then the solution, which acts.
void give_hint(const CommandContext& command);
bool has_hint(const UiContext& ui);

/// A bet's answer: one of its choices (of several: it is chosen, or no longer), the selected cell, a number.
Result<void> answer_bet(const CommandContext& command, Index choice);
void place_bet(const CommandContext& command);
Result<void> type_bet(const CommandContext& command, float number);
bool is_bet_open(const UiContext& ui);
/// A bet of several arrays, or of a cell: something is chosen that can be placed.
bool can_place_bet(const UiContext& ui);

/// A bet of which cells: each is marked, or no longer.
bool marks_many(const UiContext& ui);
void mark_cell(const CommandContext& command, const CellId& cell);
void mark_inspected_cell(const CommandContext& command);

/// In a lecture: shows how it is, does what was to be done, and then leads on.
void go_on_in_scene(const CommandContext& command);

/// Digits answer, Enter places the bet. Whether a key was taken.
bool react_to_lesson_keys(const CommandContext& command);

/// The steps that lessons before this one have named, what this one names, and what is shown, as far as the layer has
/// them.
std::vector<ArrayId> named_arrays(const UiContext& ui);
/// Whether a menu of the layer is there: no lesson is open, everything is shown, or a lesson so far needed it.
bool shows_menu(const UiContext& ui, std::string_view menu);

} // namespace attn
