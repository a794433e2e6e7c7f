#pragma once

#include "core/engine/engine.h"
#include "core/tensor/workers.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace attn {

/// What of a hypothesis is computed at first: some rows of a stage, of one item, and of one head where no head reads
/// others'. Nearly all hypotheses fail there already.
struct Sample {
    ArrayId stage{};
    IndexRange rows;
    Index item = 0;
    std::optional<Index> head; ///< none: all
};

/// What all trials of a search have in common.
struct TrialContext {
    const Trace& correct; ///< not of the engine
    Engine& engine;
    Workers& workers;
    std::stop_token stop; ///< once it is asked to, nothing is computed and judged any more
};

/// Where a slip tries what it does to a layer.
class Trial {
public:
    /// `judge` sees every trace that is tried; with a sample, what is not in it is there as in the correct trace.
    /// All must outlive the trial.
    Trial(TrialContext& context, std::optional<Sample> sample, std::function<void(const Trace&)> judge)
        : context_(context), sample_(sample), judge_(std::move(judge)) {}

    const Trace& correct() const { return context_.correct; }
    const Layer& layer() const { return correct().layer(); }
    const Sizes& sizes() const { return correct().sizes(); }

    /// Some rows of a stage as the layer gives them, and what they are made from, to go on from; nothing where the
    /// layer is not valid.
    std::optional<Trace> compute(const Layer& layer, ArrayId stage, IndexRange rows);
    /// Judges what the layer gives; passes over one that is not valid, since pins and given stages may not go with it.
    void attempt(const Layer& layer);

    /// Whether the matrix is computed and judged.
    bool covers(Address slot) const;
    /// Which rows of a stage are read for what is judged, if each row is made from the same ones of what comes before.
    IndexRange rows(ArrayId stage) const;
    /// A matrix of the correct trace of which nothing but these rows is read.
    Matrix correct_rows(Address slot) const { return correct().compute_rows_uncached(slot, rows(slot.array)); }
    /// Calls `work(task)` for each task from 0 to tasks − 1, on any thread where matrices are large.
    void beside_each_other(std::size_t tasks, const std::function<void(std::size_t task)>& work) const;

private:
    const Trace* computed(const Layer& layer, std::optional<WantedRows> wanted);

    TrialContext& context_;
    std::optional<Sample> sample_;
    std::function<void(const Trace&)> judge_;
};

} // namespace attn
