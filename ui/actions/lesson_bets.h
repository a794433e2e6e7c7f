#pragma once

#include "ui/actions/actions.h"

namespace attn {

// Bets: a lesson asks to foretell something, and shows how it is.

/// The right answer of a bet that asks for a number; `nullopt` if the trace does not have its cell.
std::optional<float> right_number(const Trace& trace, const Bet& bet);

/// Compares the answer with how it is, and notes the result.
void settle_bet(const UiContext& ui, LessonRun& run);

/// True if the step's question was answered before, and is shown as answered. A step that was begun again asks anew,
/// except in a quiz.
bool has_answered(const LessonRun& run);
/// Restores the bet as it was answered before, and shows how it is.
void bring_back_bet(const UiContext& ui, Workspace& workspace);

/// Answers a bet: with one of its choices (chooses it, or no longer, if there may be several), with the selected cell,
/// or with a number.
Result<void> answer_bet(const CommandContext& command, Index choice);
void place_bet(const CommandContext& command);
Result<void> type_bet(const CommandContext& command, float number);
bool is_bet_open(const UiContext& ui);
/// True if an open bet asks about the present read-out, which would tell the answer.
bool is_read_out_bet_on(const UiContext& ui);
/// True if enough is chosen to place a bet on several arrays, or on cells.
bool can_place_bet(const UiContext& ui);

/// True if the bet asks for a number.
bool asks_for_number(const UiContext& ui);

/// True if the bet asks for one cell, which is then the selected one.
bool marks_one(const UiContext& ui);
/// The name of a cell; while a bet asks for an attention cell, only its row and column, so as not to tell the answer.
Prose asked_cell_words(const UiContext& ui, const CellId& cell);
/// True if the bet asks for several cells, which are marked one by one.
bool marks_many(const UiContext& ui);
void mark_cell(const CommandContext& command, const CellId& cell);
void mark_inspected_cell(const CommandContext& command);

} // namespace attn
