#pragma once

#include "app/player.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {

struct PlayOptions {
    std::filesystem::path script;
    std::filesystem::path assets; ///< the program's folder
    bool offscreen = false;       ///< true: the window is drawn in memory, without any display
    int width = 1440;             ///< pixels
    int height = 900;
    std::optional<float> scale;                   ///< pixels per logical pixel; otherwise 1, or the monitor's
    std::optional<std::filesystem::path> journal; ///< folder that stores unsaved work; the window offers to restore
                                                  ///< what it finds there
};

/// A screen on which scripts are played, one after the other.
struct PlayScreen {
    std::unique_ptr<Screen> screen;
    Window* window = nullptr; ///< the screen's surface, if it is a window; else null
};

/// Opens a screen for scripts. Fails if there is no display, or if the machine's OpenGL cannot draw without one.
Result<PlayScreen> open_screen(const PlayOptions& options);

/// Returns the functions by which scripts open sources and write traces as the command line does.
PlayServices services_of_program();

/// Plays a script that begins with the session `first`, and returns the exit status: 0, or 1 if an `expect` found
/// something else, which is printed on stderr. Fails if the script cannot be read or one of its lines cannot be done.
Result<int> play_on(const PlayScreen& opened, Session first, const PlayOptions& options, const PlayServices& services);
/// Plays a script as play_on does, on a screen that it opens and closes.
Result<int> play(Session first, const PlayOptions& options, const PlayServices& services);

/// Reads "1440x900". Sides are from 1 to 16384.
Result<std::pair<int, int>> parse_size(std::string_view text);

} // namespace attn
