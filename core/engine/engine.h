#pragma once

#include "core/engine/trace.h"
#include "core/model/layer.h"
#include "core/model/limits.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace attn {

/// The progress of a computation.
struct EngineProgress {
    double share = 0;           ///< finished slots as a part of those to be computed, from 0 to 1
    Address slot{0, ArrayId{}}; ///< the slot that was finished last
};

/// The head whose numbers are computed before those of other heads, because they are on the screen.
struct SeenFirst {
    Index item = 0;
    Index head = 0;
    /// Stages up to this one are computed first for the other heads of the item too; nullopt: only for this head.
    std::optional<ArrayId> up_to{};
    /// Called when these numbers are up to date, unless nothing else is left to compute. It is called on the thread
    /// that called the engine, and must not throw. In it the trace may be completed by an earlier one
    /// (Trace::completed_by).
    std::function<void()> ready;
};

/// Rows of a stage, of all items and heads or only those that are given.
struct WantedRows {
    ArrayId stage{};
    IndexRange rows;
    std::optional<Index> item{};
    std::optional<Index> head{}; ///< head of the canonical address
};

/// Computes layers. After the first, it computes only what differs from the layer before. After any sequence of layers
/// the trace equals that of a new engine bit for bit, with any number of threads.
class Engine {
public:
    /// `threads`: 0 uses all cores. `worth_waking`: a layer with fewer multiplications, about a tenth of a millisecond,
    /// is computed on the calling thread, since waking others would take longer. `most_kept`: an array of scores,
    /// attention weights or head contributions with more numbers over all items and heads is not stored (Trace::keeps);
    /// it is computed one head at a time for stages that read it, and for callers of Trace::matrix.
    explicit Engine(unsigned threads = 0, double worth_waking = 2e6, Index most_kept = array_limit);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// Brings the trace up to date with a valid layer. After a stop the trace must not be read until the next call has
    /// completed it. `progress` is called after each slot, on any thread. Throws std::bad_alloc if there is not enough
    /// memory. All storage is taken first, so that the trace is then unchanged; only if a product finds no memory for
    /// its own use is the trace as after a stop. Copies of the trace never change.
    const Trace& compute(const Layer& layer, const std::stop_token& stop = {},
                         const std::function<void(const EngineProgress&)>& progress = {},
                         const SeenFirst* first = nullptr);

    /// Brings these rows, and all that they are computed from, up to date. No other numbers of the trace may be read
    /// until compute() has been called.
    const Trace& compute_rows(const Layer& layer, const WantedRows& wanted, const std::stop_token& stop = {});

    /// Continues from the trace of another engine, which does not change: the next layer is compared with the layer of
    /// that trace.
    void resume(const Trace& trace);

    const Trace& trace() const;

private:
    struct Plan;
    struct State;
    const Trace& run_plan(const std::stop_token& stop, const std::function<void(const EngineProgress&)>& progress,
                          const SeenFirst* first);

    std::unique_ptr<State> state_;
};

} // namespace attn
