#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

struct Preset {
    std::string name;     ///< on the command line: "who-and-where"
    std::string title;    ///< "Who and where"
    std::string question; ///< a question that the session's `about` answers
    std::string about;
};

/// The presets in `assets`/presets, in the order of teaching. `assets` is the program's assets folder.
Result<std::vector<Preset>> list_presets(const std::filesystem::path& assets);

/// The models in `assets`/models that come with the program, each with a text to begin with. Opening one of them shows
/// its last layer.
Result<std::vector<Preset>> list_models(const std::filesystem::path& assets);

/// The layer and the text on which a model opens; what is not said is as the model comes.
struct ModelPlace {
    std::optional<Index> layer{};
    std::string text{};
};

/// The session of a preset, or of a model that comes with the program. For an unknown name the error lists all presets.
/// Fails if a place is said for a preset that is no model.
Result<Session> load_preset(const std::filesystem::path& assets, const std::string& name, const ModelPlace& place = {});

constexpr std::string_view default_preset = "who-and-where";
/// The preset that can read any sentence: unknown words get numbers from their letters, and there are positions for
/// all.
constexpr std::string_view words_preset = default_preset;
/// The preset on which a window without a source opens.
constexpr std::string_view start_preset = "eight-heads";

} // namespace attn
