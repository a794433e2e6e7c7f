#pragma once

#include "core/check/agreement.h"
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

/// A few rows of a stage, for one item, and for one head unless heads are mixed. A trial computes these rows first,
/// since nearly all bugs fail there already.
struct Sample {
    ArrayId stage{};
    IndexRange rows;
    Index item = 0;
    std::optional<Index> head; ///< nullopt: all heads
};

/// Matrices of stages that several bugs of a search start from, by a name and the stage. Only the cells that the sample
/// needs are defined. An empty map means that the matrices cannot be computed.
using SharedStages = std::map<std::pair<std::string_view, ArrayId>, std::map<Address, Matrix>>;

/// Returns a neighbouring block of the model: `behind` blocks after the checked one, or before it if negative; nullopt
/// if there is no such block.
using BlockBeside = std::function<std::optional<Block>(Index behind)>;

/// The data that all trials of a search share.
struct TrialContext {
    const Trace& correct; ///< the layer's right numbers; `engine` is another one than theirs
    /// The correct trace of only the first tokens, up to the last that the sample needs; nullopt if these depend on
    /// later tokens or are most tokens.
    const std::optional<Trace>& correct_beginning;
    Engine& engine;
    Workers& workers;
    SharedStages& shared;
    const BlockBeside& block_beside;
    std::stop_token stop;           ///< after a stop nothing more is computed or judged
    const AnsweredStage& answered;  ///< the stage whose difference is to be explained
    const Agreement& difference;    ///< the difference in that stage
    double relative_difference = 0; ///< the largest difference in that stage divided by its largest entry; infinite if
                                    ///< only the rounding of storing is allowed
};

/// The object through which a known bug tries its effects on a layer.
class Trial {
public:
    /// The judge of a trial, called with the trace of each attempt and the form of the bug. Returns true if the form is
    /// settled, so that other attempts at it are skipped.
    using Judge = std::function<bool(const Trace& slipped, std::string_view form)>;
    /// A trial of a sample: all numbers outside it are as in the correct trace. All arguments must outlive the trial.
    Trial(TrialContext& context, const Sample& sample, Judge judge)
        : context_(context), sample_(sample), judge_(std::move(judge)) {}
    /// A trial that computes every number, but only in the attempts with the indices `chosen`. The same bug makes the
    /// same attempts in the same order.
    Trial(TrialContext& context, std::vector<std::size_t> chosen, Judge judge)
        : context_(context), chosen_(std::move(chosen)), judge_(std::move(judge)) {}

    const Trace& correct() const { return context_.correct; }
    const Layer& layer() const { return correct().layer(); }
    const Sizes& sizes() const { return correct().sizes(); }
    /// True if the layer has all these stages.
    bool has(auto... ids) const { return (correct().has(ids) && ...); }
    ArrayId explained() const { return answered().stage; }
    const AnsweredStage& answered() const { return context_.answered; }
    const Agreement& difference() const { return context_.difference; }
    double relative_difference() const { return context_.relative_difference; }

    /// Computes `rows` of a stage, and all numbers from which they are computed, for a bug to start from; nullopt if
    /// the layer is not valid.
    std::optional<Trace> compute(const Layer& layer, ArrayId stage, IndexRange rows);
    std::optional<Block> block_beside(Index behind) const {
        return context_.block_beside ? context_.block_beside(behind) : std::nullopt;
    }
    /// True if only a sample is computed and judged.
    bool is_sampled() const { return sample_.has_value(); }
    /// The matrices of a stage of tokens in `layer()`, for a sample only. They are computed once for all bugs that ask
    /// for them under the same name.
    const std::map<Address, Matrix>& compute_once(std::string_view name, ArrayId stage,
                                                  const std::function<std::optional<Layer>()>& layer);
    /// Judges the layer. Skips one that is not valid, since pins and given stages may not fit, and one of other sizes,
    /// whose matrices cannot be compared cell by cell. `form` tells a user which of several parts is wrong ("keys
    /// alone"); it must be a literal.
    void attempt(const Layer& layer, std::string_view form = {});
    /// Judges the correct layer after a change.
    template <class Change>
    void attempt_changed(const Change& change, std::string_view form = {}) {
        Layer changed = layer();
        change(changed);
        attempt(changed, form);
    }

    /// The number of attempts so far.
    std::size_t attempts() const { return attempts_; }

    /// True if the matrix is computed and judged.
    bool covers(Address slot) const;
    /// True if a matrix of the item is computed and judged.
    bool looks_at(Index item) const { return !sample_ || sample_->item == item; }
    /// The rows of a stage that are needed to judge the trial, if each row is computed from the same rows of its
    /// operands.
    IndexRange rows(ArrayId stage) const;
    /// The rows of a stage of tokens that are needed to judge the trial, if the tried layer has the correct mask and
    /// gives no scores.
    IndexRange rows_of_tokens(ArrayId stage) const;
    /// A matrix of the correct trace.
    Matrix correct_matrix(ArrayId stage, Index item, Index head) const {
        return correct().compute_uncached({layer().number, stage, item, head});
    }
    /// The rows that rows(stage) names of a matrix of the correct trace; other rows are undefined.
    Matrix correct_rows(ArrayId stage, Index item, Index head) const {
        return correct_rows(stage, item, head, rows(stage));
    }
    Matrix correct_rows(ArrayId stage, Index item, Index head, IndexRange rows) const {
        return correct().compute_rows_uncached({layer().number, stage, item, head}, rows);
    }
    /// Calls work(task) for each task from 0 to tasks − 1, on several threads if matrices are large.
    void beside_each_other(std::size_t tasks, const std::function<void(std::size_t task)>& work) const;

private:
    const Trace* computed(const Layer& layer, std::optional<WantedRows> wanted);

    TrialContext& context_;
    std::optional<Sample> sample_{};
    std::vector<std::size_t> chosen_{}; ///< the indices of the attempts to compute; used if there is no sample
    std::size_t attempts_ = 0;
    std::optional<std::string_view> settled_;
    Judge judge_;
};

/// The layer with only its first tokens. Their numbers are the same as with all tokens, for a small part of the work.
/// nullopt if tokens may read later ones, or if given stages may depend on them.
std::optional<Layer> first_tokens_alone(const Layer& layer, Index tokens);

/// Makes the allocator return large freed blocks to the system at once, in the whole process: trials come and go, and
/// memory should hold one of them, not the remains of all.
void return_freed_memory_at_once();

} // namespace attn
