#pragma once

#include "core/engine/engine.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace attn {

/// Computes layers, at once or beside the caller, one after the other. Of those that wait only the newest is computed.
class Computing {
public:
    /// `wake` is called from another thread when there is something to take.
    explicit Computing(std::function<void()> wake);
    Computing(const Computing&) = delete;
    Computing& operator=(const Computing&) = delete;
    ~Computing();

    /// The trace of a layer, or none where there was not enough memory; whatever else is under way is given up.
    std::optional<Trace> compute_now(const Layer& layer);

    using Ticket = std::uint64_t;
    /// Begins with a layer as soon as the one that is under way is finished, or at once where that has taken long
    /// already. Tickets grow.
    Ticket begin(Layer layer);

    struct Finished {
        Ticket ticket = 0;
        std::optional<Trace> trace; ///< none: there was not enough memory
    };
    /// What was finished last, once. Waits at most that long for the newest.
    std::optional<Finished> take(std::chrono::milliseconds patience = {});
    /// The same, however long the newest takes.
    std::optional<Finished> wait();

    /// Gives up all that was begun.
    void cancel();
    /// How far the one that is under way has come.
    EngineProgress progress() const;

private:
    struct Wanted {
        Ticket ticket = 0;
        Layer layer;
        std::stop_source stop;
    };
    void work(const std::stop_token& closing);
    std::optional<Trace> compute(const Layer& layer, const std::stop_token& stop);
    bool idle() const { return !wanted_ && !running_; }

    std::function<void()> wake_;
    mutable std::mutex mutex_; ///< guards all below but the engine, which is used by who is running
    std::condition_variable_any changed_;
    std::optional<Wanted> wanted_;
    bool running_ = false;
    std::stop_source stop_; ///< of what is running
    std::chrono::steady_clock::time_point began_;
    EngineProgress progress_;
    std::optional<Finished> finished_;
    Ticket tickets_ = 0;
    Engine engine_;
    std::jthread thread_; ///< begun when it is first needed
};

} // namespace attn
