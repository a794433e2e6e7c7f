#pragma once

#include "core/engine/trace.h"
#include "core/model/explanation.h"

#include <vector>

namespace attn {

/// The terms as formulas write them: a number of a head's that only stands beside those of the others is its output's.
std::vector<Term> terms_as_written(const Trace& trace, const Explanation& explanation);

} // namespace attn
