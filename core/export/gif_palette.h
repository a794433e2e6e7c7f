#pragma once

#include "core/figure/cell_pixels.h"

#include <cstdint>
#include <vector>

namespace attn {

/// A picture in at most 256 colours.
struct IndexedPixels {
    std::vector<std::uint32_t> colours; ///< as Pixels has them, alpha left aside
    std::vector<std::uint8_t> indices;  ///< row by row
};

/// The picture in its own colours, where they are few enough. Otherwise the box of colours that is longest is halved
/// until there are 256 (Heckbert's median cut, by the middle, so that no colour is far from its own), and the most
/// frequent colour of each box stands for all in it: paper and ink stay what they are. Equal pixels give equal colours.
IndexedPixels indexed(const Pixels& pixels);

} // namespace attn
