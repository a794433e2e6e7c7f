#pragma once

#include "core/engine/trace.h"
#include "core/model/explanation.h"

namespace attn {

/// The terms of a number and the cells that depend on it. The cell must exist in the trace.
Explanation explain(const Trace& trace, const CellId& cell);

/// The rule and the terms of a cell as if neither the cell nor its stage were given or pinned. Its operands must exist.
Explanation explain_computing(const Trace& trace, const CellId& cell);

} // namespace attn
