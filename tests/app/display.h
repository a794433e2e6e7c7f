#pragma once

#include "core/figure/geometry.h"
#include "tests/app/process.h"
#include "tests/temporary_folder.h"

#include <memory>
#include <optional>
#include <string>

namespace attn {

/// The last is a Wayland desktop, in a window that fills the display: hands work it through that.
enum class WindowManager { none, openbox, fluxbox, icewm, i3, twm, sway };

std::string name_of(WindowManager manager);

struct DisplaySize {
    int width = 1920;
    int height = 1200;
    float scale = 1; ///< pixels for each logical pixel, which a Wayland desktop has any number of
};

/// A display without a screen, on which real windows open.
class Display {
public:
    /// Once windows can be opened and are managed. Nothing where a program is `missing`; where one does not start, the
    /// test fails too.
    /// A Wayland desktop can have a monitor beside the first.
    static std::unique_ptr<Display> start(WindowManager manager = WindowManager::openbox, DisplaySize size = {},
                                          std::optional<DisplaySize> beside = {});
    static constexpr const char* missing = "Xvfb, xdotool, wmctrl or the window manager is not installed";

    /// What DISPLAY must be to use it.
    const std::string& name() const { return name_; }
    /// The environment of programs that shall use it.
    Environment environment() const;

    /// Does something with hand or eye; returns what xdotool prints, without the last line break.
    std::string xdotool(std::vector<std::string> words) const;
    /// The window whose title holds `title`, or the display where a Wayland desktop fills it, once it is there; a
    /// failure, and empty, where none comes.
    std::string find_visible_window(const std::string& title) const;
    /// The same, once it has the focus too.
    std::string find_window(const std::string& title) const;
    std::string title_of(const std::string& window) const;
    /// Waits until the window's title holds, or no longer holds, what it shall; false where that does not happen.
    bool title_becomes(const std::string& window, const std::string& part, bool there) const;
    /// Asks it to close, as the cross in its corner does. The window manager asks it, so there must be one.
    void close_window(const std::string& window) const;

    /// Where a window is with all that its manager has put around it.
    Box frame_of(const std::string& window) const;
    /// The screen without the manager's bars.
    Box work_area() const;
    /// A Wayland desktop puts its window on that monitor, counted from 1.
    void move_to_monitor(int monitor) const;
    /// The manager dies, and can put nothing in order.
    void kill_manager() { manager_.reset(); }

private:
    Display(std::unique_ptr<Process> server, DisplaySize size, std::optional<DisplaySize> beside)
        : size_(size), beside_(beside), server_(std::move(server)) {}
    /// Returns what is wrong, if anything.
    std::string start_manager(WindowManager manager);
    /// Monitors are windows of the display; of one that lies beneath another nothing is drawn.
    void part_monitors() const;
    /// What a program of X prints about the display.
    std::string ask(const std::vector<std::string>& command) const;

    DisplaySize size_;
    std::optional<DisplaySize> beside_;
    WindowManager kind_ = WindowManager::none;
    TemporaryFolder home_; // of the manager
    std::unique_ptr<Process> server_;
    std::unique_ptr<Process> manager_; // ends before the server
    std::string name_;
};

} // namespace attn
