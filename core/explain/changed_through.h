#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"

#include <vector>

namespace attn {

/// The cells through which a change reached a cell: from the first that changed, perhaps a parameter's, to `cell`
/// itself. Where several operands changed, the way goes through the first of them, by its cell that changed most.
/// Empty if the cell has its number of `before`, or if the cell or one on the way has no counterpart there.
std::vector<CellId> changed_through(const Trace& before, const Trace& now, const CellId& cell);

} // namespace attn
