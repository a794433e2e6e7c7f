#pragma once

#include "core/figure/cell_pixels.h"
#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The list as a PNG file with `scale` pixels per logical pixel, at scale · 96 dots per inch. Equal lists give equal
/// bytes. Fails if the picture is empty or more than 32,000 pixels long.
Result<std::string> write_png(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// The pixels as a PNG file without a resolution.
Result<std::string> encode_png(const Pixels& pixels);

/// The page, a pixel wider or higher if its size in pixels is odd at that scale, because films need even sizes.
Page with_even_pixels(Page page, float scale);

} // namespace attn
