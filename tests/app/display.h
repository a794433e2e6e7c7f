#pragma once

#include "tests/app/process.h"

#include <memory>
#include <string>

namespace attn {

/// A display without a screen but with a window manager, on which real windows open.
class Display {
public:
    /// Once windows can be opened and are managed. Nothing where a program is `missing`; where one does not start, the
    /// test fails too.
    static std::unique_ptr<Display> start();
    static constexpr const char* missing = "Xvfb, xdotool, openbox or wmctrl is not installed";

    /// What DISPLAY must be to use it.
    const std::string& name() const { return name_; }
    /// The environment of programs that shall use it.
    Environment environment() const { return {{"DISPLAY", name_}, {"WAYLAND_DISPLAY", ""}}; }

    /// Does something with hand or eye; returns what xdotool prints, without the last line break.
    std::string xdotool(std::vector<std::string> words) const;
    /// The window whose title holds `title`, once it is there and has the focus; a failure, and empty, where none
    /// comes.
    std::string find_window(const std::string& title) const;
    std::string title_of(const std::string& window) const;
    /// Waits until the window's title holds, or no longer holds, what it shall; false where that does not happen.
    bool title_becomes(const std::string& window, const std::string& part, bool there) const;
    /// Asks it to close, as the cross in its corner does.
    void close_window(const std::string& window) const;

private:
    explicit Display(std::unique_ptr<Process> server) : server_(std::move(server)) {}

    std::unique_ptr<Process> server_;
    std::unique_ptr<Process> manager_; // ends before the server
    std::string name_;
};

} // namespace attn
