#pragma once

#include "tests/folders.h"
#include <filesystem>

namespace attn {

/// What ships beside the program, as the sources have it.
inline const std::filesystem::path assets = assets_folder();

} // namespace attn
