#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <string_view>

namespace attn {

// Protects files that a command must not replace, though it did not read them.

/// Fails if a file is there that does not end in `ending`: it is somebody's work of another kind. An empty file may be
/// replaced.
Result<void> check_replaces_its_kind(const std::filesystem::path& output, std::string_view ending,
                                     std::string_view kind);
/// Fails if a file is there that is neither empty nor a picture (PNG).
Result<void> check_replaces_a_picture(const std::filesystem::path& output);

} // namespace attn
