#pragma once

#include "core/check/agreement.h"
#include "core/check/known_bugs.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A bug with which the layer gives the answer's numbers at the first stage that differs, and before it.
struct FoundSlip {
    const KnownBug* known_bug = nullptr;
    std::string_view form;              ///< the part that is wrong, if it may be one of several: "keys alone"
    double largest_difference = 0;      ///< that remains at that stage
    std::vector<ArrayId> reproduced;    ///< later stages that the bug explains as well
    std::shared_ptr<const Layer> layer; ///< with the bug; none after the search
};

/// An answer compared with a layer, stage by stage.
struct Check {
    std::vector<Agreement> stages;      ///< the answered stages, in the order of the table
    std::optional<std::size_t> first;   ///< index of the first stage that differs
    std::vector<FoundSlip> known_bugs;  ///< those that explain most later stages, the nearest first; empty: unknown
    std::optional<ArrayId> second;      ///< the first stage that still differs from the layer with the bug found
    std::vector<FoundSlip> second_bugs; ///< bugs that explain the second difference
    std::vector<std::string> notices;   ///< arrays read in another way, and differences that are ignored
    std::size_t tried_whole = 0;        ///< bugs for which every number of the layer was computed
    std::optional<double> largest_agreement; ///< the largest difference of the stages that agree, relative to their
                                             ///< largest entries

    bool agrees() const { return !first; }
    const Agreement& first_difference() const { return stages[*first]; }
    /// True if the bug found first explains the difference of a later stage.
    bool is_explained(ArrayId stage) const;
};

/// Compares stages in the order of computing, and looks for the bug at the first one that differs, by trying each known
/// bug, last the weights of blocks beside this one. `tolerance` is relative to a stage's largest entry; without it, the
/// tolerance is what float32 allows. When stopped it returns soon, and its result must not be used.
Check check(const Trace& trace, const Answer& answer, const std::optional<double>& tolerance = {},
            const std::stop_token& stop = {}, const BlockBeside& block_beside = {});

} // namespace attn
