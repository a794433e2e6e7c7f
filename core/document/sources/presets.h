#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

struct Preset {
    std::string name;     ///< on the command line: "who-and-where"
    std::string title;    ///< "Who and where"
    std::string question; ///< which `about` answers
    std::string about;
};

/// The presets in `assets`/presets, in the order of teaching. `assets` is the program's assets folder.
Result<std::vector<Preset>> list_presets(const std::filesystem::path& assets);

/// The error names the presets there are.
Result<Session> load_preset(const std::filesystem::path& assets, const std::string& name);

constexpr std::string_view default_preset = "who-and-where";
/// What reads any sentence: words that it does not know get numbers from their letters, and there are places for all.
constexpr std::string_view words_preset = default_preset;
/// What a window without a source opens on.
constexpr std::string_view start_preset = "eight-heads";

} // namespace attn
