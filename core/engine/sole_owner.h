#pragma once

#include <atomic>
#include <memory>

namespace attn {

/// Whether it is there and nobody else holds it, so that it may be written to.
template <class Held>
bool is_sole_owner(const std::shared_ptr<Held>& held) {
    if (held.use_count() != 1)
        return false;
    // Another thread may have read it until it let go of it just now.
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
}

} // namespace attn
