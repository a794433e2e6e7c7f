#pragma once

#include "core/figure/colour.h"

#include <cstdint>

namespace attn {

/// Whose eyes look at the colours: those with three kinds of cones, or with one of the three missing.
enum class Vision : std::uint8_t { typical, deuteranopia, protanopia, tritanopia };

/// The colour in which typical eyes see what those of `vision` see. Greys stay as they are. (Machado, Oliveira and
/// Fernandes 2009, "A physiologically-based model for simulation of color vision deficiency", severity 1)
Colour as_seen(Colour colour, Vision vision);

} // namespace attn
