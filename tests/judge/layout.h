#pragma once

#include "core/figure/display_list.h"

#include <string>
#include <vector>

namespace attn::test {

/// The faults in a picture's layout, a sentence each: ink beyond the page, texts over each other, texts that are cut
/// off, texts over cells of other numbers, texts under later items.
std::vector<std::string> layout_complaints(const DisplayList& list, const Box& page);

/// The visible part of a window's list: a text scrolled out of sight, or to a panel's edge, is no fault. Only tokens
/// scroll sideways.
DisplayList without_scrolled_away(DisplayList list, const Box& tokens);

} // namespace attn::test
