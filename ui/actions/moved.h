#pragma once

#include "ui/actions/actions.h"
#include "ui/document/diff.h"

#include <string>
#include <vector>

namespace attn {

/// A sentence about a number that was typed or dragged, before and now, and the key that shows what it moved. Empty for
/// a pin, which has a notice of its own, and in lessons and lectures, which make their own remarks.
std::string words_of_change(const UiContext& ui, const CellId& cell, float before, float now);
/// The sentence about switching the head in sight on or off; empty in lessons and lectures.
std::string words_of_switch(const UiContext& ui, bool on);
/// The sentence about moving a token to another place; empty in lessons and lectures.
std::string words_of_move(const UiContext& ui, const TokenPlace& token, Index to);

/// The arrays that moved, in the order of computing: the lines of the list.
std::vector<const ArrayDiff*> moved_arrays(const UiContext& ui);

/// Shows the cell of an array that moved most, and the changes since the baseline or, without one, the last edit.
void show_moved(const CommandContext& command, const ArrayDiff* diff);
void go_to_marked_moved(const CommandContext& command);

} // namespace attn
