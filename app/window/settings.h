#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// The place of a window on the desktop, in the desktop's own units.
struct WindowPlace {
    int width = 1440;
    int height = 900;
    std::optional<int> x{}; ///< position of the upper left corner; without x and y, the desktop chooses
    std::optional<int> y{};
    bool maximised = false;
    /// Units per logical pixel when the size was noted. With it, the window gets the same size in logical pixels,
    /// whatever the desktop's scale is by now.
    std::optional<float> units{};
    bool operator==(const WindowPlace&) const = default;
};

/// Loads the position of the window when it was last closed; nullopt if no readable one is stored. Its file is
/// XDG_CONFIG_HOME (or ~/.config) /attention-lab/window.json.
std::optional<WindowPlace> load_window_place();
/// Stores the window's position. If that fails, the window opens next time where the desktop puts it.
void save_window_place(const WindowPlace& place);

// The user's folders of the program, by the XDG base directory specification; empty if the user has no home. They need
// not exist.

/// Returns the folder of the user's choices: XDG_CONFIG_HOME (or ~/.config) /attention-lab.
std::filesystem::path config_folder();
/// Returns the folder of what using the program produces: XDG_STATE_HOME (or ~/.local/state) /attention-lab.
std::filesystem::path state_folder();

/// Explains to the user why there is no state folder; empty if there is one.
std::string why_nothing_is_kept();

} // namespace attn
