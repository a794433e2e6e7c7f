#pragma once

#include "core/figure/cell_pixels.h"
#include "core/figure/page.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// The list as the bytes of a PNG file with `scale` pixels a logical pixel, marked as scale · 96 dots an inch. Equal
/// lists give equal bytes. Fails where the picture is empty or more than 32,000 pixels long.
Result<std::string> write_png(const DisplayList& list, const Page& page, float scale, const Typesetter& typesetter);

/// The pixels as the bytes of a PNG file that says nothing about their size.
Result<std::string> encode_png(const Pixels& pixels);

/// The page a pixel wider or higher where it has an odd number of them at that scale: films have pixels in pairs.
Page with_even_pixels(Page page, float scale);

} // namespace attn
