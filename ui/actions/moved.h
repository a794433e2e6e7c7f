#pragma once

#include "ui/actions/actions.h"
#include "ui/document/diff.h"

#include <string>
#include <vector>

namespace attn {

/// What a number that was typed or dragged was and is, and how to see what that moved. Nothing of a pin, which says
/// itself what it is, and in a lesson and a lecture, which say what it was for.
std::string words_of_change(const UiContext& ui, const CellId& cell, float before, float now);
/// The same of the head in sight, which is switched on or off.
std::string words_of_switch(const UiContext& ui, bool on);
/// The same of a token that goes to another place among its own.
std::string words_of_move(const UiContext& ui, const TokenPlace& token, Index to);

/// The arrays that moved, in the order of computing: the lines of the list.
std::vector<const ArrayDiff*> moved_arrays(const UiContext& ui);

/// Marks the array so many places further in the list; stays at the ends.
void mark_moved(const UiContext& ui, Workspace& workspace, Index by);
/// Shows where the array moved most, or the marked one did.
void show_moved(const CommandContext& command, const ArrayDiff* diff);
void go_to_marked_moved(const CommandContext& command);

} // namespace attn
