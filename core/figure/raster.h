#pragma once

#include "core/figure/cairo_painter.h"
#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <functional>
#include <span>

namespace attn {

struct PixelSize {
    int width = 0;
    int height = 0;
};

/// The size of the page in pixels, with `scale` pixels for each logical pixel. Fails where the page is empty or more
/// than 32,000 pixels long.
Result<PixelSize> size_in_pixels(const Page& page, float scale);

/// The list drawn as a Cairo image with `scale` pixels a logical pixel. Fails as `size_in_pixels` does.
Result<CairoSurface> rasterise(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// Hands the pixels of `rasterise` to `take_row`, a row at a time from the top, as words of A, R, G, B with alpha
/// multiplied in. The picture is painted in bands that stay in the processor's cache: a poster at 300 dpi would take
/// hundreds of megabytes.
Result<void> rasterise_in_bands(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter,
                                const std::function<void(std::span<const std::uint32_t>)>& take_row);

/// The image's pixels. It must have no transparent ones.
Pixels opaque_pixels(const CairoSurface& surface);

} // namespace attn
