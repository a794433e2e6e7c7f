#pragma once

#include "core/figure/display_list.h"

#include <string>
#include <vector>

namespace attn::test {

/// A sentence about the first item that is coloured in a picture for grey print; empty if there is none.
std::vector<std::string> colour_complaints(const DisplayList& list);

/// A sentence for each coloured matrix that no colour bar of the picture explains.
std::vector<std::string> scale_complaints(const DisplayList& list);

} // namespace attn::test
