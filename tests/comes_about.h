#pragma once

#include <chrono>
#include <thread>

namespace attn {

/// Waits until state() is true, e.g. the state of a thread, a process or the disk. Returns false after a minute.
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
