#pragma once

#include "core/engine/engine.h"
#include "core/model/layer.h"
#include "core/tensor/workers.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// What of a hypothesis is computed at first: some rows of a stage, of one item, and of one head where no head reads
/// others'. Nearly all hypotheses fail there already.
struct Sample {
    ArrayId stage{};
    IndexRange rows;
    Index item = 0;
    std::optional<Index> head; ///< none: all
};

/// What several slips of a search go on from, by a name and the stage: of its matrices no more is to be read than what
/// the sample needs. None where it cannot be made.
using SharedStages = std::map<std::pair<std::string_view, ArrayId>, std::map<Address, Matrix>>;

/// What all trials of a search have in common.
struct TrialContext {
    const Trace& correct; ///< not of the engine
    /// The correct trace of the first tokens alone, among them the sample's; empty where they cannot be computed alone.
    const std::optional<Trace>& correct_beginning;
    Engine& engine;
    Workers& workers;
    SharedStages& shared;
    std::stop_token stop;           ///< once it is asked to, nothing is computed and judged any more
    ArrayId explained{};            ///< the stage whose difference is to be explained
    double relative_difference = 0; ///< of it, to the largest entry; infinite where rounding cannot be why
};

/// Where a slip tries what it does to a layer.
class Trial {
public:
    /// Sees a trace that is tried, and in which form the slip was made; it must outlive the trial. Says whether the
    /// form is settled, and other attempts at it need not be made.
    using Judge = std::function<bool(const Trace& slipped, std::string_view form)>;
    /// With a sample, what is not in it is there as in the correct trace. All must outlive the trial.
    Trial(TrialContext& context, const Sample& sample, Judge judge)
        : context_(context), sample_(sample), judge_(std::move(judge)) {}
    /// Every number, of those attempts alone whose numbers, counted from 0, are in `chosen`: the same slip makes the
    /// same attempts in the same order.
    Trial(TrialContext& context, std::vector<std::size_t> chosen, Judge judge)
        : context_(context), chosen_(std::move(chosen)), judge_(std::move(judge)) {}

    const Trace& correct() const { return context_.correct; }
    const Layer& layer() const { return correct().layer(); }
    const Sizes& sizes() const { return correct().sizes(); }
    ArrayId explained() const { return context_.explained; }
    double relative_difference() const { return context_.relative_difference; }

    /// Some rows of a stage as the layer gives them, and what they are made from, to go on from; nothing where the
    /// layer is not valid.
    std::optional<Trace> compute(const Layer& layer, ArrayId stage, IndexRange rows);
    /// Whether some rows alone are computed and judged.
    bool is_sampled() const { return sample_.has_value(); }
    /// What is read of a stage of tokens, as another layer gives it: made only if no slip asked for it before under
    /// that name. For a sample alone.
    const std::map<Address, Matrix>& compute_once(std::string_view name, ArrayId stage,
                                                  const std::function<std::optional<Layer>()>& layer);
    /// Judges what the layer gives; passes over one that is not valid, since pins and given stages may not go with it.
    /// `form` says which of several things was slipped in ("keys alone"), where a person should know; it is a literal.
    void attempt(const Layer& layer, std::string_view form = {});

    /// How many have been made.
    std::size_t attempts() const { return attempts_; }

    /// Whether the matrix is computed and judged.
    bool covers(Address slot) const;
    /// Whether anything of the item is.
    bool looks_at(Index item) const { return !sample_ || sample_->item == item; }
    /// Which rows of a stage are read for what is judged, if each row is made from the same ones of what comes before.
    IndexRange rows(ArrayId stage) const;
    /// The same of a stage whose rows are tokens' own, where the layer that is tried has the correct one's mask and
    /// gives no scores.
    IndexRange rows_of_tokens(ArrayId stage) const;
    /// A matrix of the correct trace of which nothing but these rows is read.
    Matrix correct_rows(Address slot) const { return correct().compute_rows_uncached(slot, rows(slot.array)); }
    /// Calls `work(task)` for each task from 0 to tasks − 1, on any thread where matrices are large.
    void beside_each_other(std::size_t tasks, const std::function<void(std::size_t task)>& work) const;

private:
    const Trace* computed(const Layer& layer, std::optional<WantedRows> wanted);

    TrialContext& context_;
    std::optional<Sample> sample_{};
    std::vector<std::size_t> chosen_{}; ///< where there is no sample
    std::size_t attempts_ = 0;
    std::optional<std::string_view> settled_;
    Judge judge_;
};

/// The layer of the first tokens alone, where these read none that follow them: a small part of the work, with the same
/// numbers. None where later tokens may be read, or where what is given instead of computed may hold them.
std::optional<Layer> first_tokens_alone(const Layer& layer, Index tokens);

/// From now on what is freed goes back to the system at once, where it is large: hypotheses come and go, and memory
/// should hold one of them, not what is left of all. Concerns the whole process.
void return_freed_memory_at_once();

} // namespace attn
