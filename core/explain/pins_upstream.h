#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"

#include <vector>

namespace attn {

/// The pins that a stage's cell depends on, in the order of cells. Pins upstream of a pinned or given cell do not
/// count; if the cell itself is pinned or given, there are none.
std::vector<CellId> pins_upstream(const Trace& trace, const CellId& cell);

/// The number that a pinned cell would have without its pin, if all other cells stay the same. The cell must exist in
/// the trace.
double value_without_pin(const Trace& trace, const CellId& pinned);

} // namespace attn
