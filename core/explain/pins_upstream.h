#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"

#include <vector>

namespace attn {

/// The pins upstream of a stage's cell, in the order of cells. Pins upstream of a pinned or given cell do not count; if
/// the cell itself is one, there are none.
std::vector<CellId> pins_upstream(const Trace& trace, const CellId& cell);

/// The number that the stage's cell would have without its pin, with all other cells as they are. The cell must exist
/// in the trace.
double value_without_pin(const Trace& trace, const CellId& pinned);

} // namespace attn
