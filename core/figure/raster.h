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

/// How many pixels the page has with `scale` pixels a logical pixel. Fails where it is empty or more than 32,000 pixels
/// long.
Result<PixelSize> size_in_pixels(const Page& page, float scale);

/// The list drawn as a Cairo image with `scale` pixels a logical pixel. Fails as `size_in_pixels` does.
Result<CairoSurface> rasterise(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// The same pixels, a row at a time from the top, as words of A, R, G, B with alpha multiplied in. A picture is painted
/// and handed on in bands that stay in the processor's cache: a poster at 300 dpi would take hundreds of megabytes.
Result<void> rasterise_in_bands(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter,
                                const std::function<void(std::span<const std::uint32_t>)>& take_row);

/// The image's pixels. It must have no transparent ones.
Pixels opaque_pixels(const CairoSurface& surface);

} // namespace attn
