#pragma once

#include "core/figure/geometry.h"
#include "ui/toolkit/layout.h"

#include <optional>
#include <string>

namespace attn {

/// The requests of a frame to the window around it.
struct FrameNeeds {
    std::string title;               ///< the window's title
    std::optional<float> next_frame; ///< seconds until the next frame even if nothing happens; `nullopt`: it can wait
    bool closed = false;             ///< the program may end
    bool full_screen = false;        ///< the window fills its monitor
    bool beside = false;             ///< there are notes for a window on another monitor
    float text_size = 1;             ///< factor on the desktop's size, for all that is shown
    std::optional<Point> enlarged_to{}; ///< logical pixels of the screen in a lecture
    Point least_area = whole_window;    ///< a smaller window, in logical pixels, shows everything smaller
};

} // namespace attn
