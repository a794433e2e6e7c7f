#pragma once

#include "app/window/settings.h"
#include "core/tensor/result.h"
#include "ui/toolkit/child_program.h"

#include <optional>
#include <string_view>

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

/// A window manager that was killed leaves its check window's name on the root window. GLFW (up to 3.4 at least) finds
/// no such window there, and ends the program by an assertion; so the name is removed, as the manager would have done.
/// To be called before GLFW is initialised for X11. Fails where it is there and cannot be removed; without an X server
/// there is nothing to do.
Result<void> forget_dead_window_manager();

/// How large the user wants text beside what the monitor's scale makes of it: GNOME's text-scaling-factor. On X11 the
/// content scale of a window has it already (Xft.dpi); on Wayland nobody tells a window, and each program asks the
/// settings itself. Asked while the window is made, since the answer comes from another program.
class DesktopText {
public:
    DesktopText();
    /// 1 where no desktop says more.
    float scale();

private:
    std::optional<ProgramOutput> asked_;
};

/// What the settings' answer means, within what can be drawn; nothing where it is no number.
std::optional<float> parse_text_scale(std::string_view answer);

} // namespace attn
