#pragma once

#include "core/engine/trace.h"
#include "core/model/explanation.h"

#include <vector>

namespace attn {

/// The terms as formulas write them: cells of concat are replaced by the cells of the head's output that they copy.
std::vector<Term> terms_as_written(const Trace& trace, const Explanation& explanation);

} // namespace attn
