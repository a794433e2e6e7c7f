#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <span>

namespace attn {

/// Fails where what is to be written to `output` would take the place of one of the files that are read.
Result<void> check_is_not_read(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output);

} // namespace attn
