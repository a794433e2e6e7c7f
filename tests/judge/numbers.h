#pragma once

#include "core/figure/display_list.h"
#include "tests/reference/reference.h"

#include <string>
#include <vector>

namespace attn::test {

/// The numbers of a picture that are not those of their cells, a sentence each. The reference says what they should be,
/// and what sums and products are made of; changes count from the baseline.
std::vector<std::string> number_complaints(const DisplayList& list, const Reference& reference,
                                           const Reference& baseline);

} // namespace attn::test
