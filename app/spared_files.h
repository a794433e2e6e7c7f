#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <string_view>

namespace attn {

// Files that a command must not write over, though it did not read them.

/// Fails where the file is there already and does not end as what is written there does: somebody's work would be lost.
Result<void> check_replaces_its_kind(const std::filesystem::path& output, std::string_view ending,
                                     std::string_view kind);
/// Fails where a file is there already and holds something else than a picture (PNG).
Result<void> check_replaces_a_picture(const std::filesystem::path& output);

} // namespace attn
