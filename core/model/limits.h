#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// The most heads of a layer.
constexpr Index head_limit = 128;

/// The most numbers in one array of all items and heads that is held as a whole: 1 GiB.
constexpr Index array_limit = Index{1} << 28;

} // namespace attn
