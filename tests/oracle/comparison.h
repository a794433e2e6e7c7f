#pragma once

#include "tests/oracle/record.h"

namespace attn::oracle {

/// Prints the number of equal items, and in words the differences of the others: each difference once, with the names
/// of the first items that have it. Returns true if all contents are equal.
bool print_comparison(const Record& older, const Record& newer);

} // namespace attn::oracle
