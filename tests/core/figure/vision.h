#pragma once

#include "core/figure/colour.h"

#include <cstdint>

namespace attn {

/// The kind of colour vision: with three kinds of cones, or with one of them missing.
enum class Vision : std::uint8_t { typical, deuteranopia, protanopia, tritanopia };

/// The colour in which typical vision sees what `vision` sees of `colour`. Greys stay. (Machado, Oliveira and Fernandes
/// 2009, "A physiologically-based model for simulation of color vision deficiency", severity 1)
Colour as_seen(Colour colour, Vision vision);

} // namespace attn
