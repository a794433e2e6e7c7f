#pragma once

#include "core/engine/trace.h"
#include "core/model/cell.h"

#include <vector>

namespace attn {

/// The cells through which a change reached `cell`, from the first that changed, which may be a parameter's, to `cell`
/// itself. If several operands changed, the path follows the first of them, by the cell that changed most. Empty if the
/// cell has the same number as in `before`, or if it or a cell on the path does not exist there.
std::vector<CellId> changed_through(const Trace& before, const Trace& now, const CellId& cell);

} // namespace attn
