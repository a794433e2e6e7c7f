#pragma once

#include "core/tensor/matrix.h"

namespace attn {

/// The most heads of a layer.
constexpr Index head_limit = 128;

} // namespace attn
