#pragma once

#include "tests/oracle/record.h"

namespace attn::oracle {

/// Prints how many items are equal, and in words what the others differ in: the same difference once, with the names of
/// the first items that have it. True if all contents are equal.
bool print_comparison(const Record& older, const Record& newer);

} // namespace attn::oracle
