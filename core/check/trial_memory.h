#pragma once

namespace attn {

/// From now on what is freed goes back to the system at once, where it is large: hypotheses come and go, and memory
/// should hold one of them, not what is left of all. Concerns the whole process.
void return_freed_memory_at_once();

} // namespace attn
