#pragma once

#include "core/figure/display_list.h"

#include <cstdint>
#include <vector>

namespace attn {

/// R, G, B, A bytes, row by row, alpha not multiplied in.
struct Pixels {
    Index width = 0;
    Index height = 0;
    std::vector<std::uint32_t> rgba;
};

/// The image with one pixel a cell; or fewer where it has more than `most_columns` by `most_rows` cells: then
/// each pixel has the colour of the cell that must not be missed.
Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows);

/// Each pixel repeated `times` times in both directions, so that viewers who smooth images leave cells sharp.
Pixels enlarged(const Pixels& pixels, Index times);

} // namespace attn
