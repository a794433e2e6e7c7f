#pragma once

namespace attn {

/// Keeps what is loaded by now, such as the drivers behind a context that is current, in memory until the program ends.
/// Drivers are unloaded before, and leak checkers then report what they allocated without being able to say who did.
void keep_drivers_loaded();

} // namespace attn
