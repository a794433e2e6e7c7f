#pragma once

#include "ui/actions/actions.h"
#include "ui/document/diff.h"
#include "ui/toolkit/scene.h"

#include <string>
#include <string_view>

namespace attn {

/// Every array in the order of computing, over the window: how many of its cells moved and how far, and plainly those
/// that did not move at all. A click goes to the cell that moved most and shows the change.
void moved_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Marks the array so many places further in the list; stays at the ends.
void mark_moved(const UiContext& ui, Workspace& workspace, Index by);
/// Shows where the marked array moved most, or the one of that name.
void go_to_marked_moved(const CommandContext& command);
void go_to_moved(const CommandContext& command, std::string_view name);

} // namespace attn
