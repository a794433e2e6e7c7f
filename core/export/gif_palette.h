#pragma once

#include "core/figure/cell_pixels.h"

#include <cstdint>
#include <vector>

namespace attn {

/// A picture in at most 256 colours.
struct IndexedPixels {
    std::vector<std::uint32_t> colours; ///< the palette: colours as in Pixels, without alpha
    std::vector<std::uint8_t> indices;  ///< index of each pixel's colour in the palette, row by row
};

/// Returns the picture in its own colours if they are at most 256. Otherwise the box of colours with the longest side
/// is divided in its middle until there are 256 boxes (after Heckbert's median cut; divided in the middle, so that no
/// colour is replaced by a very different one), and the most frequent colour of a box replaces the others: background
/// and text keep their colours. Equal pixels give equal colours.
IndexedPixels indexed(const Pixels& pixels);

} // namespace attn
