#pragma once

#include "ui/actions/actions.h"

#include <optional>
#include <string>

namespace attn {

/// That a number is made with pins, and where they are.
struct PinsUpstream {
    std::string words;  ///< "with 1 pin: scores⁽¹⁾, rose₄ reads is₂", "with 3 pins"
    std::string target; ///< the pinned cell; of several the list of pins
};
/// Nothing of a cell that no pin goes into.
std::optional<PinsUpstream> pins_upstream_of(const UiContext& ui, const CellId& cell);

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
