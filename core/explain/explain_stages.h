#pragma once

#include "core/explain/explain.h"

namespace attn {

// One function for each row of the table of stages: the rule and the terms of one cell, as the stage computes it.

void explain_lookup(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_resid_pre(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_X(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_context(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_Q(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_K(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_V(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_Q_rotated(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_K_rotated(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_scores(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_scaled(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_masked(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_row_max(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_exp(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_row_sum(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_A(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_O(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_concat(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_parts(const Trace& trace, const CellId& cell, Explanation& explanation);
void explain_Y(const Trace& trace, const CellId& cell, Explanation& explanation);

} // namespace attn
