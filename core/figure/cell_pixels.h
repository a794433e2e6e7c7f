#pragma once

#include "core/figure/display_list.h"
#include "core/tensor/pooling.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace attn {

/// Pixels row by row, each four bytes R, G, B, A. Colours are not premultiplied by alpha.
struct Pixels {
    Index width = 0;
    Index height = 0;
    std::vector<std::uint32_t> rgba;
};

/// The image with one pixel for each cell. If it has more than `most_columns` by `most_rows` cells, a pixel represents
/// several, and has the colour of the most important one.
Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows);

/// The pixels of an image that is shown again. `pooled` is kept from the last time, and only the cells in `moved`,
/// whose numbers or mask changed since, are read; nullopt reads all cells. Large images are shared among `workers`, if
/// given.
Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows, Pooled& pooled,
                   const std::optional<Region>& moved, Workers* workers);

/// The pixels of an image in a vector file: no more than a page can show. Small images have several pixels for each
/// cell, so that viewers which smooth enlarged images leave cells sharp.
Pixels pixels_in_vector_files(const Image& image);

} // namespace attn
