#pragma once

#include "core/figure/pictures/draw_context.h"

#include <optional>

namespace attn {

/// The diagram on a page: across it, unless the page is higher than wide, or pictures have no room beside each other,
/// as in a narrow column. `fills`: as wide as the page; else as wide as it likes to be.
void pipeline_on_paper(DisplayList& list, const DrawContext& drawing, float width, std::optional<float> height,
                       bool fills);

} // namespace attn
