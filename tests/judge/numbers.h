#pragma once

#include "core/figure/display_list.h"
#include "tests/reference/reference.h"

#include <string>
#include <vector>

namespace attn::test {

/// Which numbers of a picture are not those of the cells that they stand in, a sentence each. What they should be, and
/// what sums and products are made of, says the reference; changes are counted from the baseline's.
std::vector<std::string> number_complaints(const DisplayList& list, const Reference& reference,
                                           const Reference& baseline);

} // namespace attn::test
