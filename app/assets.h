#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace attn {

/// The folder of the program's assets (presets, fonts, lessons …): ATTENTION_LAB_ASSETS, or ../share/attention-lab
/// beside the program.
std::filesystem::path program_assets();

/// The folder of the model that comes with the program under this name, such as "english"; nullopt if there is none.
/// As a preset it stands for `--weights FOLDER`.
std::optional<std::filesystem::path> program_model(std::string_view name);

} // namespace attn
