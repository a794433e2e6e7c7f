#pragma once

#include "app/window/settings.h"

struct GLFWmonitor;

namespace attn {

/// A part of the desktop, in its own units.
struct WorkArea {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// What a window manager adds to a window on each side.
struct WindowFrame {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
    bool operator==(const WindowFrame&) const = default;
};

/// The place nearest to `place` at which a window with its frame is whole within `area`, and smaller where it must be.
WindowPlace whole_within(const WindowPlace& place, const WindowFrame& frame, const WorkArea& area);

/// The monitor that has most of the window; none if there is no monitor.
GLFWmonitor* monitor_of(const WindowPlace& place);

/// The first that is another one; none where there is one monitor.
GLFWmonitor* monitor_beside(GLFWmonitor* monitor);

/// The monitor without the desktop's bars.
WorkArea work_area_of(GLFWmonitor* monitor);

/// As large as a frame is likely to be, where nobody tells.
WindowFrame likely_frame(GLFWmonitor* monitor);

} // namespace attn
