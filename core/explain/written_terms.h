#pragma once

#include "core/engine/trace.h"
#include "core/model/explanation.h"

#include <vector>

namespace attn {

/// The terms as formulas show them: cells of concat are replaced by the cells of the head's output from which they are
/// copied.
std::vector<Term> terms_as_written(const Trace& trace, const Explanation& explanation);

} // namespace attn
