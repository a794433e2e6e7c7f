#pragma once

#include "core/figure/display_list.h"

#include <span>

namespace attn {

/// Enlarges the items about (0, 0), strokes and letters included; they stand for what they stood for.
void enlarge(std::span<Item> items, float by);

/// The list enlarged about (0, 0), strokes and letters included. Nothing in it stands for anything any more: it is a
/// picture of a picture.
DisplayList scaled(const DisplayList& list, float by);

} // namespace attn
