#pragma once

#include "core/engine/trace.h"
#include "core/figure/display_list.h"
#include "core/notation/in_notation.h"
#include "tests/reference/reference.h"

#include <string>
#include <vector>

namespace attn::test {

/// Which bars, lines and dots are not as long, as wide or where their values say, a sentence each.
std::vector<std::string> measure_complaints(const DisplayList& list, const Reference& reference);

/// Which matrices have the name or the shape of another, a sentence each.
std::vector<std::string> name_complaints(const DisplayList& list, const Trace& trace, const Notation& notation);

} // namespace attn::test
