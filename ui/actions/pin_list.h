#pragma once

#include "ui/actions/actions.h"

namespace attn {

// The pins of the layer, in the list that shows them.

Index pin_count(const UiContext& ui);
/// From 0; of none it is 0.
Index marked_pin(const UiContext& ui);

/// Marks the pin so many places further in the list; stays at the ends.
void mark_pin(const UiContext& ui, Workspace& workspace, Index by);

/// Shows the marked pin's cell, or removes it.
void go_to_marked_pin(const CommandContext& command);
void remove_marked_pin(const CommandContext& command);

} // namespace attn
