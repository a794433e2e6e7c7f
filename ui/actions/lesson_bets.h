#pragma once

#include "ui/actions/actions.h"

namespace attn {

// What becomes of what a lesson asks to be foretold.

/// The number that a bet asks to be typed; none where the trace does not have its cell.
std::optional<float> right_number(const Trace& trace, const Bet& bet);

/// What was answered is compared with how it is.
void settle_bet(const UiContext& ui, LessonRun& run);

/// Who comes back to a question that they answered finds it answered; of a lesson it is asked anew where its step was
/// begun again.
bool has_answered(const LessonRun& run);
/// The bet as it was answered before, and what shows how it is.
void bring_back_bet(const UiContext& ui, Workspace& workspace);

/// A bet's answer: one of its choices (of several: it is chosen, or no longer), the selected cell, a number.
Result<void> answer_bet(const CommandContext& command, Index choice);
void place_bet(const CommandContext& command);
Result<void> type_bet(const CommandContext& command, float number);
bool is_bet_open(const UiContext& ui);
/// What comes back is what the bet is about, as it is now already.
bool is_read_out_bet_on(const UiContext& ui);
/// A bet of several arrays, or of a cell: something is chosen that can be placed.
bool can_place_bet(const UiContext& ui);

/// A number is to be typed.
bool asks_for_number(const UiContext& ui);

/// A bet on which cell it is: the one that is selected.
bool marks_one(const UiContext& ui);
/// What a cell is called: while a bet asks for one that reads, by its row and column, which is no answer.
std::string asked_cell_words(const UiContext& ui, const CellId& cell);
/// A bet of which cells: each is marked, or no longer.
bool marks_many(const UiContext& ui);
void mark_cell(const CommandContext& command, const CellId& cell);
void mark_inspected_cell(const CommandContext& command);

} // namespace attn
