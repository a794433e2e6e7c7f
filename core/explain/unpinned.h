#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"

namespace attn {

/// What would stand in the cell of a stage if it were not pinned, all other cells being as they are.
/// The cell must exist in the trace.
double value_without_pin(const Trace& trace, const CellId& pinned);

} // namespace attn
