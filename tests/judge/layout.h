#pragma once

#include "core/figure/display_list.h"

#include <string>
#include <vector>

namespace attn::test {

/// What is wrong with how a picture is laid out, a sentence each: ink beyond the page, texts over each other, texts
/// that are cut off, texts over cells that they are not the number of, texts under what is painted later. Nothing is
/// wrong where it is empty.
std::vector<std::string> layout_complaints(const DisplayList& list, const Box& page);

/// What is seen of a window: a text that a panel has scrolled out of sight, or to its edge, is nobody's fault. Tokens
/// alone are scrolled sideways.
DisplayList without_scrolled_away(DisplayList list, const Box& tokens);

} // namespace attn::test
