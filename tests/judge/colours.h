#pragma once

#include "core/figure/display_list.h"

#include <string>
#include <vector>

namespace attn::test {

/// The colours in a picture for print, a sentence each.
std::vector<std::string> colour_complaints(const DisplayList& list);

/// The matrices in colours that no colour bar of the picture explains.
std::vector<std::string> scale_complaints(const DisplayList& list);

} // namespace attn::test
