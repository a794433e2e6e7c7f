#pragma once

#include "ui/actions/actions.h"

#include <optional>
#include <string>

namespace attn {

/// Sentences about the pins on which a number depends.
struct PinsUpstream {
    std::string words;  ///< "with 1 pin: scores⁽¹⁾, rose₄ reads is₂", "with 3 pins"
    std::string target; ///< the pinned cell, or the list of pins if there are several
};
/// `nullopt` if the cell is not computed from a pin.
std::optional<PinsUpstream> pins_upstream_of(const UiContext& ui, const CellId& cell);

} // namespace attn
