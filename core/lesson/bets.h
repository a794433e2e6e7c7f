#pragma once

#include "core/lesson/run.h"

#include <optional>

namespace attn {

// Bets: a lesson asks to foretell something, and shows how it is.

/// The right answer of a bet that asks for a number; `nullopt` if the trace does not have its cell.
std::optional<float> right_number(const Trace& trace, const Bet& bet);

/// Compares the answer with how it is now, and notes the result.
void settle_bet(const Snapshot& now, LessonRun& run);

/// True if the step's question was answered before, and is shown as answered. A step that was begun again asks anew,
/// except in a quiz.
bool has_answered(const LessonRun& run);
/// Restores the bet as it was answered before, and shows how it is.
void bring_back_bet(LessonRun& run);

/// True if enough is chosen to place a bet on several arrays, or on cells.
bool can_place(const LessonRun& run, const CellId& selected);
/// Places the open bet on what was chosen, or on the selected cell of the trace, and shows how it is.
void place(LessonRun& run, const Trace& trace, const CellId& selected);
/// Chooses an answer to the open bet, or no longer, if there may be several. Returns true if the bet is to be placed.
bool choose(LessonRun& run, Index choice);
/// Marks a cell for the open bet, or removes its mark.
void mark(LessonRun& run, const CellId& cell);

} // namespace attn
