#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// Where a window stands on the desktop, in the desktop's own units.
struct WindowPlace {
    int width = 1440;
    int height = 900;
    std::optional<int> x{}; ///< without a place, the desktop chooses
    std::optional<int> y{};
    bool maximised = false;
    /// How many of these units a logical pixel was where the size is from; where it is told, the window is as large in
    /// logical pixels whatever the desktop's scale is by now.
    std::optional<float> units{};
    bool operator==(const WindowPlace&) const = default;
};

/// Where the window stood last; nothing where nothing readable was kept. Kept in XDG_CONFIG_HOME (or ~/.config)
/// /attention-lab/window.json.
std::optional<WindowPlace> load_window_place();
/// What cannot be kept is not worth a word: the window then opens where the desktop puts it.
void save_window_place(const WindowPlace& place);

// The program's folders of the user, as the XDG base directory specification has them; empty where there is no home.
// They need not exist.

/// What the user has chosen: XDG_CONFIG_HOME (or ~/.config) /attention-lab.
std::filesystem::path config_folder();
/// What comes from using the program: XDG_STATE_HOME (or ~/.local/state) /attention-lab.
std::filesystem::path state_folder();

/// Why there is no folder for what comes from using the program, in words for the user; empty where there is one.
std::string why_nothing_is_kept();

} // namespace attn
