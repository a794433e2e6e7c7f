#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace attn {

/// Returns the folder of the program's assets (presets, fonts, lessons …): ATTENTION_LAB_ASSETS, or
/// ../share/attention-lab beside the program.
std::filesystem::path program_assets();

/// Returns the folder of the model of this name that comes with the program, such as "english"; nullopt if there is
/// none. As a preset, such a model means `--weights FOLDER`.
std::optional<std::filesystem::path> program_model(std::string_view name);

} // namespace attn
