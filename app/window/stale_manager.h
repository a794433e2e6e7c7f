#pragma once

#include "core/tensor/result.h"

namespace attn {

/// A window manager that was killed leaves its check window's name on the root window. GLFW (up to 3.4 at least) finds
/// no such window there, and ends the program by an assertion; so the name is removed, as the manager would have done.
/// To be called before GLFW is initialised for X11. Fails where it is there and cannot be removed; without an X server
/// there is nothing to do.
Result<void> forget_dead_window_manager();

} // namespace attn
