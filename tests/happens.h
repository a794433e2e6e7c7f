#pragma once

#include <chrono>
#include <thread>

namespace attn {

/// Waits until state() is true. Returns false after five minutes, far longer than needed even on a busy machine; the
/// caller then says in a sentence what did not happen.
template <class State>
[[nodiscard]] bool happens(const State& state) {
    constexpr std::chrono::minutes most(5);
    constexpr std::chrono::milliseconds between_looks(5);
    const auto late = std::chrono::steady_clock::now() + most;
    while (!state()) {
        if (std::chrono::steady_clock::now() > late)
            return false;
        std::this_thread::sleep_for(between_looks);
    }
    return true;
}

} // namespace attn
