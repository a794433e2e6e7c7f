#pragma once

#include "core/figure/display_list.h"

#include <span>

namespace attn {

/// Enlarges the items about (0, 0), with strokes and letters. Their targets and statements stay.
void enlarge(std::span<Item> items, float by);

/// The list enlarged about (0, 0), with strokes and letters, and without targets and statements.
DisplayList scaled(const DisplayList& list, float by);

} // namespace attn
