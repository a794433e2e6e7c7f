#include "core/figure/cell_pixels.h"

#include "core/tensor/compose.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

// The longer side of an image in a vector file, in pixels: never more than the first; smaller images are enlarged to
// the second.
constexpr Index most_pixels = 2048;
constexpr Index enough_pixels = 1024;

Index cells_a_pixel(Index cells, Index most) {
    const Index pixels = std::max(Index{1}, most);
    return std::max(Index{1}, (cells + pixels - 1) / pixels);
}

/// The pixels, each repeated `times` times in both directions.
Pixels enlarged(const Pixels& pixels, Index times) {
    Pixels large{pixels.width * times, pixels.height * times, {}};
    large.rgba.resize(static_cast<std::size_t>(large.width * large.height));
    for (Index y = 0; y < large.height; ++y)
        for (Index x = 0; x < large.width; ++x)
            large.rgba[static_cast<std::size_t>(y * large.width + x)] =
                pixels.rgba[static_cast<std::size_t>(y / times * pixels.width + x / times)];
    return large;
}

} // namespace

Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows) {
    Pooled pooled;
    return cell_pixels(image, most_columns, most_rows, pooled, {}, nullptr);
}

Pixels cell_pixels(const Image& image, Index most_columns, Index most_rows, Pooled& pooled,
                   const std::optional<Region>& moved, Workers* workers) {
    const Shape block{cells_a_pixel(image.matrix.rows(), image.transposed ? most_columns : most_rows),
                      cells_a_pixel(image.matrix.columns(), image.transposed ? most_rows : most_columns)};
    Matrix change;
    ConstView values = image.matrix;
    ConstView mask = image.mask;
    if (block.rows > 1 || block.columns > 1) {
        pooled.follow({image.matrix, image.mask, image.before}, block, moved, workers);
        values = pooled.values();
        mask = pooled.mask();
    } else if (!image.before.empty()) {
        change = difference(image.matrix, image.before);
        values = change;
    }
    Pixels pixels{values.columns, values.rows, {}};
    if (image.transposed)
        std::swap(pixels.width, pixels.height);
    pixels.rgba.resize(static_cast<std::size_t>(pixels.width * pixels.height));
    colourise(values, colour_map(image.palette, image.look), image.range, pixels.rgba, mask, image.transposed);
    if (!image.before.empty())
        fade_to_change(values, image.range, pixels.rgba, image.transposed);
    return pixels;
}

Pixels pixels_in_vector_files(const Image& image) {
    const Pixels pixels = cell_pixels(image, most_pixels, most_pixels);
    const Index longest = std::max(pixels.width, pixels.height);
    return longest >= enough_pixels ? pixels : enlarged(pixels, (enough_pixels + longest - 1) / longest);
}

} // namespace attn
