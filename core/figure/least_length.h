#pragma once

#include "core/tensor/matrix.h"

#include <functional>
#include <optional>

namespace attn {

/// The length that something needs when it is given `tenths`; nothing where `tenths` is enough. Both in tenths of a
/// centimetre.
using NeededIn = std::function<std::optional<Index>(Index tenths)>;

/// The least length that is enough, in centimetres, above one that is not. Where there is more room things stand
/// otherwise and may need more again, or less: what is found is enough, and a tenth less is not.
float least_length(float too_short, const NeededIn& needed_in);

} // namespace attn
