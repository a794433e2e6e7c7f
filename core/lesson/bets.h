#pragma once

#include "core/lesson/run.h"

#include <optional>

namespace attn {

// Bets: a lesson asks for a prediction, and then shows the right answer.

/// The right answer of a bet that asks for a number; nullopt if the trace does not have its cell.
std::optional<float> right_number(const Trace& trace, const Bet& bet);

/// Compares the answer with the present numbers, and notes the result.
void settle_bet(const Snapshot& now, LessonRun& run);

/// True if the step's question was answered before, and is shown as answered. A step that was begun again asks anew,
/// except in a quiz.
bool has_answered(const LessonRun& run);
/// Restores the bet with its earlier answer, and begins to show the right one.
void bring_back_bet(LessonRun& run);

/// True if enough is chosen to place the open bet. Bets on one choice or on a number are placed by choosing or typing.
bool can_place(const LessonRun& run, const CellId& selected);
/// Places the open bet on the chosen answers, or on the selected cell of the trace, and begins to show the right
/// answer.
void place(LessonRun& run, const Trace& trace, const CellId& selected);
/// Chooses an answer to the open bet. If several may be chosen, it chooses the answer or takes it back. Returns true if
/// the bet is to be placed.
bool choose(LessonRun& run, Index choice);
/// Marks a cell for the open bet, or removes its mark.
void mark(LessonRun& run, const CellId& cell);

} // namespace attn
