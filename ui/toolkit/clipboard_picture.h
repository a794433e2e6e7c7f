#pragma once

#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// Puts a PNG on the desktop's clipboard, with wl-copy on Wayland and xclip on X11, since GLFW copies text only. If the
/// program is not installed, the error names its package.
Result<void> copy_picture(std::string_view png);

} // namespace attn
