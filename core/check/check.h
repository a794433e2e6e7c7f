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

/// A bug with which the layer reproduces the answer at the first stage that differs and at all stages before it.
struct FoundSlip {
    const KnownBug* known_bug = nullptr;
    std::string_view form;              ///< the variant of the bug, if it has several: "keys alone"; else empty
    double largest_difference = 0;      ///< the largest difference that remains at the first differing stage
    std::vector<ArrayId> reproduced;    ///< later stages that agree as well if the layer has the bug
    std::shared_ptr<const Layer> layer; ///< the layer with the bug; null in the result of a search
};

/// An answer compared with a layer, stage by stage.
struct Check {
    std::vector<Agreement> stages;      ///< the answered stages, in the order of the table
    std::optional<std::size_t> first;   ///< index of the first stage that differs
    std::vector<FoundSlip> known_bugs;  ///< the bugs that explain the most later stages, the nearest first; empty if no
                                        ///< known bug fits
    std::optional<ArrayId> second;      ///< the first stage that still differs if the layer has the bug that was found
    std::vector<FoundSlip> second_bugs; ///< bugs that explain the second difference
    std::vector<std::string> notices;   ///< arrays that were read in another order of axes, and differences that are
                                        ///< ignored
    std::size_t tried_whole = 0;        ///< number of bugs for which the whole layer was computed
    std::optional<double> largest_agreement; ///< the largest difference in the stages that agree, as a part of the
                                             ///< stage's largest entry

    bool agrees() const { return !first; }
    const Agreement& first_difference() const { return stages[*first]; }
    /// True if the first of the known bugs explains the difference of a later stage.
    bool is_explained(ArrayId stage) const;
};

/// Compares stages in the order of computing. At the first one that differs it tries all known bugs, last the weights
/// of neighbouring blocks (`block_beside`). `tolerance` is relative to a stage's largest entry; without it, differences
/// that float32 explains are allowed. After a stop the result must not be used.
Check check(const Trace& trace, const Answer& answer, const std::optional<double>& tolerance = {},
            const std::stop_token& stop = {}, const BlockBeside& block_beside = {});

} // namespace attn
