#pragma once

#include "core/figure/display_list.h"
#include "core/tensor/pooling.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace attn {

/// Pixels of R, G, B, A bytes, row by row, alpha not multiplied in.
struct Pixels {
    Index width = 0;
    Index height = 0;
    std::vector<std::uint32_t> rgba;
};

/// The image with one pixel a cell; or fewer where it has more than `most_columns` by `most_rows` cells: then
/// each pixel has the colour of the cell that must not be missed.
Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows);

/// The pixels of an image that is shown again: `pooled` is kept from the last time, and only the part of numbers and
/// mask that has `moved` since then is looked at; none: all of it. Large images are shared out among workers, if there
/// are any.
Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows, Pooled& pooled,
                   const std::optional<Region>& moved, Workers* workers);

/// The image as vector files hold it: of no more pixels than a page shows, and where it has few cells with each
/// repeated in both directions, so that viewers who smooth what they enlarge leave cells sharp.
Pixels pixels_in_vector_files(const Image& image);

} // namespace attn
