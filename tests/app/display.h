#pragma once

#include "core/figure/geometry.h"
#include "tests/app/process.h"
#include "tests/temporary_folder.h"

#include <memory>
#include <optional>
#include <string>

namespace attn {

/// The window manager of a display. The last one, sway, is a Wayland desktop in a window that fills the display; hands
/// act through that window.
enum class WindowManager { none, openbox, fluxbox, icewm, i3, twm, sway };

std::string name_of(WindowManager manager);

struct DisplaySize {
    int width = 1920;
    int height = 1200;
    float scale = 1; ///< pixels for each logical pixel; any number on a Wayland desktop
};

/// A display without a screen, on which real windows open.
class Display {
public:
    /// Starts a display on which windows open and are managed. A Wayland desktop may have a monitor beside the first.
    /// Returns nullptr if a program is `missing`; if one does not start, the test fails too.
    static std::unique_ptr<Display> start(WindowManager manager = WindowManager::openbox, DisplaySize size = {},
                                          std::optional<DisplaySize> beside = {});
    static constexpr const char* missing = "Xvfb, xdotool, wmctrl or the window manager is not installed";

    /// The value of DISPLAY for programs on this display.
    const std::string& name() const { return name_; }
    /// The environment of programs on this display.
    Environment environment() const;

    /// Runs xdotool, i.e. acts with mouse or keys; returns its output without the last line break.
    std::string xdotool(std::vector<std::string> words) const;
    /// Waits for a window whose title contains `title` (or for the display that a Wayland desktop fills), and returns
    /// it. If none comes, the test fails, and the result is empty.
    std::string find_visible_window(const std::string& title) const;
    /// Waits for the window that find_visible_window() finds until it has the focus too, and returns it.
    std::string find_window(const std::string& title) const;
    std::string title_of(const std::string& window) const;
    /// Waits until the window's title contains `part` or, if not `there`, no longer contains it. False if that does not
    /// happen.
    bool title_becomes(const std::string& window, const std::string& part, bool there) const;
    /// Asks the window to close, as the cross in its corner does. That needs a window manager.
    void close_window(const std::string& window) const;

    /// The area of a window with everything that its manager has put around it.
    Box frame_of(const std::string& window) const;
    /// The screen without the manager's bars.
    Box work_area() const;
    /// Makes a Wayland desktop move its window to that monitor, counted from 1.
    void move_to_monitor(int monitor) const;
    /// Ends the manager as by a crash.
    void kill_manager() { manager_.reset(); }

private:
    Display(std::unique_ptr<Process> server, DisplaySize size, std::optional<DisplaySize> beside)
        : size_(size), beside_(beside), server_(std::move(server)) {}
    /// Starts the manager. Returns the reason if it does not start; empty otherwise.
    std::string start_manager(WindowManager manager);
    /// Puts the monitors, which are windows of the display, side by side: a covered one would not be drawn.
    void part_monitors() const;
    /// The output of an X program about the display.
    std::string ask(const std::vector<std::string>& command) const;

    DisplaySize size_;
    std::optional<DisplaySize> beside_;
    WindowManager kind_ = WindowManager::none;
    TemporaryFolder home_; // the manager's home folder
    std::unique_ptr<Process> server_;
    std::unique_ptr<Process> manager_; // ends before the server
    std::string name_;
};

} // namespace attn
