#pragma once

#include "core/engine/trace.h"
#include "core/model/layer.h"
#include "core/model/limits.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace attn {

/// How far a computation has come.
struct EngineProgress {
    double share = 0; ///< of the slots to be computed, from 0 to 1
    Address slot;     ///< the one that was finished last
};

/// A head whose numbers are wanted before others.
struct SeenFirst {
    Index item = 0;
    Index head = 0;
    /// Up to this stage those of the item's other heads too.
    std::optional<ArrayId> up_to{};
    /// Called once these numbers are up to date, if then others are not: by who called the engine, whose trace may be
    /// completed by an earlier one in it (Trace::completed_by). The rest follows. Must not throw.
    std::function<void()> ready;
};

/// Some rows of a stage, of every item and head unless one is named.
struct WantedRows {
    ArrayId stage{};
    IndexRange rows;
    std::optional<Index> item{};
    std::optional<Index> head{}; ///< at its canonical address
};

/// Computes layers, and recomputes only what differs from the layer it saw last.
/// After any sequence of layers the trace equals that of a fresh engine bit for bit, with any number of threads.
class Engine {
public:
    /// `threads` 0: as many as the machine has cores. A layer with fewer multiplications than `worth_waking`, about a
    /// tenth of a millisecond, is computed by the caller alone: waking others would take longer. Of scores, shares and
    /// parts, an array with more than `most_kept` numbers of all items and heads is not stored (Trace::keeps): a head's
    /// are there while what they make is computed, and for those who look.
    explicit Engine(unsigned threads = 0, double worth_waking = 2e6, Index most_kept = array_limit);
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// Brings the trace up to date with a valid layer. When stopped, what is unfinished is recomputed by the next
    /// call; the trace is then not to be read. `progress` hears of every slot that is finished, from any thread.
    /// Throws std::bad_alloc where memory does not suffice. Storage is taken before anything changes, so that the trace
    /// is then that of before; only where a product found no memory for its own use is it as after a stop.
    /// Copies of the trace stay as they are in any case.
    const Trace& compute(const Layer& layer, const std::stop_token& stop = {},
                         const std::function<void(const EngineProgress&)>& progress = {},
                         const SeenFirst* first = nullptr);

    /// Brings these rows up to date, and what they are made from. Nothing else of the trace is then to be read, until
    /// the layer is computed whole.
    const Trace& compute_rows(const Layer& layer, const WantedRows& wanted, const std::stop_token& stop = {});

    /// Goes on from a trace that another engine computed, which stays as it is: the next layer is compared with its
    /// own.
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
