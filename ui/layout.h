#pragma once

#include "core/figure/geometry.h"

namespace attn {

/// Where the parts of the window are, in logical pixels.
struct WindowLayout {
    Box window;
    Box bar;
    Box pipeline;
    Box stage;
    Box inspector;
    Box tokens;
};

WindowLayout lay_out_window(float width, float height);

} // namespace attn
