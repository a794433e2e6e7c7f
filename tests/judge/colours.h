#pragma once

#include "core/figure/display_list.h"

#include <string>
#include <vector>

namespace attn::test {

/// What is coloured in a picture for print.
std::vector<std::string> colour_complaints(const DisplayList& list);

/// Which matrices stand in colours that no colour bar of the picture explains.
std::vector<std::string> scale_complaints(const DisplayList& list);

} // namespace attn::test
