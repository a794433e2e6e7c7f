#pragma once

namespace attn {

/// Keeps Mesa's software driver in memory until the program ends. Mesa unloads it before, and leak checkers then
/// report what it allocated without being able to say who did. Does nothing where no such driver is found.
void keep_driver_loaded();

} // namespace attn
