#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

struct Preset {
    std::string name;     ///< name on the command line: "who-and-where"
    std::string title;    ///< e.g. "Who and where"
    std::string question; ///< the question that `about` answers
    std::string about;
};

/// The presets in `assets`/presets, in the order in which they are taught. `assets` is the folder of the program's
/// assets.
Result<std::vector<Preset>> list_presets(const std::filesystem::path& assets);

/// The models in `assets`/models that come with the program, each with its first text. Opening one shows its last
/// layer.
Result<std::vector<Preset>> list_models(const std::filesystem::path& assets);

/// The layer and the text with which a model is opened; what is not set is as the model comes.
struct ModelPlace {
    std::optional<Index> layer{};
    std::string text{};
};

/// Opens a preset, or a model that comes with the program. If the name is unknown, the error lists all presets. Fails
/// if a place is given for a preset that is not a model.
Result<Session> load_preset(const std::filesystem::path& assets, const std::string& name, const ModelPlace& place = {});

constexpr std::string_view default_preset = "who-and-where";
/// The preset that can read any sentence: unknown words get numbers from their letters, and there are positions for
/// all.
constexpr std::string_view words_preset = default_preset;
/// The preset on which a window without a source opens.
constexpr std::string_view start_preset = "eight-heads";

} // namespace attn
