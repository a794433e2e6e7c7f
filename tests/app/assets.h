#pragma once

#include <filesystem>

namespace attn {

/// What ships beside the program, as the sources have it.
inline const std::filesystem::path assets{ATTN_ASSETS_DIR};

} // namespace attn
