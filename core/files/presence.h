#pragma once

#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Whether something stands at the path. Fails where a link stands there that leads to nothing, or where it cannot be
/// seen: a file that is meant and missing is not one that was never meant.
Result<bool> is_present(const std::filesystem::path& path);

} // namespace attn
