#pragma once

#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// The file of a lesson that a command names: by its path, or one of the program's by its id, "mask-before". A name
/// that is neither says which there are.
Result<std::filesystem::path> lesson_file(const std::filesystem::path& named, const std::filesystem::path& assets);

} // namespace attn
