#pragma once

#include "core/engine/trace.h"

namespace attn::test {

/// Fails the running test, naming array, item, head and cell, if a number of the trace differs from the reference by
/// more than section 7 of the design allows.
void expect_matches_reference(const Layer& layer, const Trace& trace);

} // namespace attn::test
