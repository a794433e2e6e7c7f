#pragma once

#include "core/engine/trace.h"
#include "core/figure/display_list.h"

#include <string>
#include <vector>

namespace attn::test {

/// Which numbers of a picture are not those of the cells that they stand in, a sentence each.
std::vector<std::string> number_complaints(const DisplayList& list, const Trace& trace, const Trace* baseline);

} // namespace attn::test
