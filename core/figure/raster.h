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

/// The size of the page in pixels, with `scale` pixels per logical pixel. Fails if the page is empty or more than
/// 32,000 pixels long.
Result<PixelSize> size_in_pixels(const Page& page, float scale);

/// The list as a Cairo image with `scale` pixels per logical pixel. Fails as size_in_pixels() does.
Result<CairoSurface> rasterise(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// Calls `take_row` for each row of pixels of rasterise(), from the top. Pixels are A, R, G, B, premultiplied. The
/// picture is painted in bands that fit into the processor's cache; as a whole, a poster at 300 dpi would take hundreds
/// of megabytes.
Result<void> rasterise_in_bands(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter,
                                const std::function<void(std::span<const std::uint32_t>)>& take_row);

/// The pixels of an image, which must all be opaque.
Pixels opaque_pixels(const CairoSurface& surface);

} // namespace attn
