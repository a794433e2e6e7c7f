#pragma once

#include "core/tensor/matrix.h"

#include <functional>
#include <optional>

namespace attn {

/// Returns the length that a figure needs on a page of length `tenths`; nullopt if `tenths` is enough. Both are tenths
/// of a centimetre.
using NeededIn = std::function<std::optional<Index>(Index tenths)>;

/// A length, in centimetres, that is enough, while a tenth less is not; `too_short` is not enough. It need not be the
/// only such length, because a figure with more room is laid out in another way and may need more or less.
float least_length(float too_short, const NeededIn& needed_in);

} // namespace attn
