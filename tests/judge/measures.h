#pragma once

#include "core/engine/trace.h"
#include "core/figure/display_list.h"
#include "core/notation/in_notation.h"
#include "tests/reference/reference.h"

#include <string>
#include <vector>

namespace attn::test {

/// The bars, lines and dots whose length, width or position differs from their values', a sentence each.
std::vector<std::string> measure_complaints(const DisplayList& list, const Reference& reference);

/// The matrices that have the name or the shape of another, a sentence each.
std::vector<std::string> name_complaints(const DisplayList& list, const Trace& trace, const Notation& notation);

} // namespace attn::test
