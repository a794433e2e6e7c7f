#pragma once

#include "core/figure/cairo_surface.h"
#include "core/figure/page.h"
#include "core/tensor/result.h"

namespace attn {

/// The list drawn as a Cairo image with `scale` pixels a logical pixel. Fails where the picture is empty or more than
/// 32,000 pixels long.
Result<CairoSurface> rasterise(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// The image's pixels. It must have no transparent ones.
Pixels opaque_pixels(const CairoSurface& surface);

} // namespace attn
