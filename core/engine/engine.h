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
    double share = 0;           ///< the finished slots among those to be computed, from 0 to 1
    Address slot{0, ArrayId{}}; ///< the slot that was finished last
};

/// A head whose numbers are computed before those of other heads.
struct SeenFirst {
    Index item = 0;
    Index head = 0;
    /// The stages up to this one are computed first for the item's other heads too; without it, for this head alone.
    std::optional<ArrayId> up_to{};
    /// A callback for when these numbers are up to date, unless no others are left to compute. The thread that called
    /// the engine calls it. In it the trace may be completed by an earlier one (Trace::completed_by). It must not
    /// throw.
    std::function<void()> ready;
};

/// Rows of one stage, of every item and head unless one is named.
struct WantedRows {
    ArrayId stage{};
    IndexRange rows;
    std::optional<Index> item{};
    std::optional<Index> head{}; ///< as in the canonical address
};

/// Computes layers, and recomputes only what differs from the layer computed last. After any sequence of layers the
/// trace equals that of a fresh engine bit for bit, with any number of threads.
class Engine {
public:
    /// With `threads` 0 the engine uses as many as the machine has cores. A layer with fewer multiplications than
    /// `worth_waking`, about a tenth of a millisecond, is computed by the calling thread alone: to wake others would
    /// take longer. An array of scores, attention weights or head contributions that has more than `most_kept` numbers
    /// over all items and heads is not stored (Trace::keeps): one head's numbers at a time are computed for the stages
    /// that read them, and for callers of Trace::matrix.
    explicit Engine(unsigned threads = 0, double worth_waking = 2e6, Index most_kept = array_limit);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// Brings the trace up to date with a valid layer. After a stop the trace must not be read; the next call completes
    /// it. `progress` is called for every finished slot, from any thread. Throws std::bad_alloc if memory does not
    /// suffice: storage is taken before anything changes, so that the trace is then as before the call; only if a
    /// product finds no memory for its own use is it as after a stop. Copies of the trace never change.
    const Trace& compute(const Layer& layer, const std::stop_token& stop = {},
                         const std::function<void(const EngineProgress&)>& progress = {},
                         const SeenFirst* first = nullptr);

    /// Brings these rows, and all that they are made from, up to date. No other numbers of the trace may be read until
    /// a layer is computed whole.
    const Trace& compute_rows(const Layer& layer, const WantedRows& wanted, const std::stop_token& stop = {});

    /// Continues from a trace that another engine computed, and which stays as it is: the next layer is compared with
    /// that trace's layer.
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
