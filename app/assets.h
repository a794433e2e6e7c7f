#pragma once

#include <filesystem>

namespace attn {

/// The folder of presets and fonts: ATTENTION_LAB_ASSETS, or ../share/attention-lab beside the program.
std::filesystem::path program_assets();

} // namespace attn
