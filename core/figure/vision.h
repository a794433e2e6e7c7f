#pragma once

#include "core/figure/colour.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace attn {

/// Whose eyes look at the colours: those with three kinds of cones, or with one of the three missing.
enum class Vision : std::uint8_t { typical, deuteranopia, protanopia, tritanopia };

struct VisionName {
    Vision vision;
    std::string_view name;    ///< "deuteranopia"
    std::string_view missing; ///< "no cones for green: about 1 man in 100"
};

/// All of them, typical eyes first.
std::span<const VisionName> visions();

/// The colour in which typical eyes see what those of `vision` see. Greys stay as they are. (Machado, Oliveira and
/// Fernandes 2009, "A physiologically-based model for simulation of color vision deficiency", severity 1)
Colour as_seen(Colour colour, Vision vision);

/// The same for pixels of R, G, B, A.
void see_as(std::span<std::uint32_t> pixels, Vision vision);

} // namespace attn
