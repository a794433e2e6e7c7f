#pragma once

#include "core/engine/trace.h"

#include <vector>

namespace attn {

/// The pinned cells that a stage's cell is computed from, in the order of cells; none of a cell that is itself pinned
/// or given, whatever stands before it.
std::vector<CellId> pins_upstream(const Trace& trace, const CellId& cell);

} // namespace attn
