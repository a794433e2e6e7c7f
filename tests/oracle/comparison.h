#pragma once

#include "tests/oracle/record.h"

namespace attn::oracle {

/// Prints how many items are equal, and in words what the others differ in. Lines that come or go in the same items
/// are printed together, once, with the names of the first of these items. True if all contents are equal.
bool print_comparison(const Record& older, const Record& newer);

} // namespace attn::oracle
