#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

#include <optional>

namespace attn {

/// The diagram of pipeline_picture from left to right, for pages that are wider than high: bands are columns, and what
/// stands side by side there stands one beneath the other. As large as the room allows; without a height as high as its
/// pictures like to be. Returns how large a picture may be (logical pixels); nothing, and draws nothing, where no
/// picture would be large enough to be seen.
std::optional<float> pipeline_across_picture(DisplayList& list, const DrawContext& drawing, float width,
                                             std::optional<float> height);

} // namespace attn
