#pragma once

#include "core/figure/text.h"
#include "core/formula/formula.h"
#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Lays out the formula with letters of `size` logical pixels.
Typeset typeset(const Formula& formula, float size, Colour colour, const Typesetter& typesetter);

/// Parses and lays out TeX; fails if it cannot be parsed.
Result<Typeset> typeset(std::string_view tex, float size, Colour colour, const Typesetter& typesetter);

} // namespace attn
