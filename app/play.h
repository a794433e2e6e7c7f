#pragma once

#include "app/player.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {

struct PlayOptions {
    std::filesystem::path script;
    std::filesystem::path assets; ///< the program's
    bool offscreen = false;       ///< in memory, without any display
    int width = 1440;             ///< pixels
    int height = 900;
    std::optional<float> scale;                   ///< pixels a logical pixel; otherwise 1, or the monitor's
    std::optional<std::filesystem::path> journal; ///< keeps what is not saved, and offers what was left, in this folder
};

/// Plays a script on `first`, and returns the exit status: 0, or 1 where an `expect` found something else, which is
/// then said on stderr. Fails where the script cannot be read or done.
Result<int> play(Session first, const PlayOptions& options, const PlayServices& services);

/// Reads "1440x900". Sides are from 1 to 16384.
Result<std::pair<int, int>> parse_size(std::string_view text);

} // namespace attn
