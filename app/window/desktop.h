#pragma once

#include "app/window/settings.h"
#include "core/tensor/result.h"
#include "ui/toolkit/child_program.h"

#include <optional>
#include <string_view>

struct GLFWmonitor;

namespace attn {

/// A rectangle on the desktop, in the desktop's own units.
struct WorkArea {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// The borders that a window manager adds to a window, in the desktop's units.
struct WindowFrame {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
    bool operator==(const WindowFrame&) const = default;
};

/// Returns the position nearest to `place` at which the window and its frame are within `area`; makes the window
/// smaller if that is necessary.
WindowPlace whole_within(const WindowPlace& place, const WindowFrame& frame, const WorkArea& area);

/// Returns the monitor that shows the largest part of the window; null if there is no monitor.
GLFWmonitor* monitor_of(const WindowPlace& place);

/// Returns the first other monitor; null if there is only one.
GLFWmonitor* monitor_beside(GLFWmonitor* monitor);

/// Returns the area of a monitor without the desktop's bars.
WorkArea work_area_of(GLFWmonitor* monitor);

/// Estimates the frame's size, for window managers that do not report it.
WindowFrame likely_frame(GLFWmonitor* monitor);

/// Removes the mark of a window manager that was killed: its check window's name stays on the root window, where GLFW
/// (up to 3.4 at least) looks for a window of that name and ends the program by an assertion. To be called before GLFW
/// is initialised for X11. Fails if the mark cannot be removed; without an X server there is nothing to do.
Result<void> forget_dead_window_manager();

/// The user's factor for text sizes, beside the monitor's scale: GNOME's text-scaling-factor. On X11 a window's content
/// scale includes it (Xft.dpi); on Wayland each program must ask the settings. They are asked while the window is made,
/// since the answer comes from another program.
class DesktopText {
public:
    DesktopText();
    /// Returns the factor; 1 if no desktop sets one.
    float scale();

private:
    std::optional<ProgramOutput> asked_;
};

/// Returns the factor that the settings' answer gives, limited to what can be drawn; nullopt if the answer is no
/// positive number.
std::optional<float> parse_text_scale(std::string_view answer);

} // namespace attn
