#pragma once

#include <chrono>
#include <thread>

namespace attn {

/// Looks again and again until `state()` holds. False where it does not within five minutes, far more than it takes
/// beside other work: whoever asked then says in a sentence what did not happen.
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
