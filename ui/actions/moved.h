#pragma once

#include "ui/actions/actions.h"
#include "ui/document/diff.h"

#include <vector>

namespace attn {

/// The arrays that moved, in the order of computing: the lines of the list.
std::vector<const ArrayDiff*> moved_arrays(const UiContext& ui);

/// Marks the array so many places further in the list; stays at the ends.
void mark_moved(const UiContext& ui, Workspace& workspace, Index by);
/// Shows where the array moved most, or the marked one did.
void show_moved(const CommandContext& command, const ArrayDiff* diff);
void go_to_marked_moved(const CommandContext& command);

} // namespace attn
