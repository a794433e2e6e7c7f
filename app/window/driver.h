#pragma once

namespace attn {

/// Keeps all libraries loaded so far, such as the drivers behind a current context, in memory until the program ends.
/// Otherwise drivers are unloaded before, and leak checkers report their allocations without being able to name them.
void keep_drivers_loaded();

} // namespace attn
