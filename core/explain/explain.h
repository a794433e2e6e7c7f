#pragma once

#include "core/engine/trace.h"
#include "core/model/explanation.h"

namespace attn {

/// Where a number comes from and where it goes. The cell must exist in the trace.
Explanation explain(const Trace& trace, const CellId& cell);

/// The rule and the terms of a stage's cell as if neither it nor its stage were given or pinned. Its operands must
/// exist.
Explanation explain_computing(const Trace& trace, const CellId& cell);

} // namespace attn
