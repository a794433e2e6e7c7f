#pragma once

#include "core/attention/result.h"
#include "ui/desk.h"

#include <filesystem>

namespace attn {

/// Writes the array on the stage as a figure: labels, name, colour bar, numbers where they fit; PNG at 192 dpi.
Result<void> save_picture(const Desk& desk, const std::filesystem::path& path);

} // namespace attn
