#pragma once

#include "core/figure/text.h"
#include "core/formula/formula.h"
#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// The formula with letters of `size` logical pixels, from the left end of its baseline.
Typeset typeset(const Formula& formula, float size, Colour colour, const Typesetter& typesetter);

/// The formula that `tex` writes; fails where it cannot be read.
Result<Typeset> typeset(std::string_view tex, float size, Colour colour, const Typesetter& typesetter);

} // namespace attn
