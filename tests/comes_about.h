#pragma once

#include <chrono>
#include <thread>

namespace attn {

/// Waits for a state of what others do: a thread, a process, the disk. A minute in vain is a failure.
template <class State>
bool comes_about(const State& state) {
    const auto late = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!state())
        if (std::chrono::steady_clock::now() > late)
            return false;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return true;
}

} // namespace attn
