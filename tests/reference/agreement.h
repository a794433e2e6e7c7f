#pragma once

#include "core/engine/trace.h"

namespace attn::test {

/// Fails the running test, naming array, item, head and cell, where a number of the trace is further from the reference
/// than section 7 of the design allows.
void expect_matches_reference(const Layer& layer, const Trace& trace);

} // namespace attn::test
