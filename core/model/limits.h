#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// The largest number of heads in a layer.
constexpr Index head_limit = 128;

/// The largest number of float32 numbers in one array with all its items and heads: 1 GiB.
constexpr Index array_limit = Index{1} << 28;

} // namespace attn
