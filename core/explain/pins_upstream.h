#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"

#include <vector>

namespace attn {

/// The pinned cells that a stage's cell is computed from, in the order of cells; none of a cell that is itself pinned
/// or given, whatever stands before it.
std::vector<CellId> pins_upstream(const Trace& trace, const CellId& cell);

/// What would stand in the cell of a stage if it were not pinned, all other cells being as they are.
/// The cell must exist in the trace.
double value_without_pin(const Trace& trace, const CellId& pinned);

} // namespace attn
