#pragma once

#include "tests/folders.h"
#include <filesystem>

namespace attn {

/// The program's assets folder, in the build tree.
inline const std::filesystem::path assets = assets_folder();

} // namespace attn
