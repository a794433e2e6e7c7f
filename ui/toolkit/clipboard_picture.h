#pragma once

#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Puts a PNG into the desktop's clipboard. GLFW knows text only, so that wl-copy does it on Wayland and xclip on X11;
/// where the one that is needed is not installed, the failure says which package has it.
Result<void> copy_picture(std::string_view png);

} // namespace attn
