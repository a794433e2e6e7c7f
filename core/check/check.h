#pragma once

#include "core/check/agreement.h"
#include "core/check/known_bugs.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A slip with which the layer gives what the answer has at the first stage that differs, and before it.
struct FoundSlip {
    const KnownBug* known_bug = nullptr;
    std::string_view form;           ///< of what alone, where it may be of several things: "keys alone"
    double largest_difference = 0;   ///< left at that stage
    std::vector<ArrayId> reproduced; ///< later stages that the slip explains as well
};

/// An answer compared with a layer, stage by stage.
struct Check {
    std::vector<Agreement> stages;     ///< those answered, in the order of the table
    std::optional<std::size_t> first;  ///< of the stages, the first that differs
    std::vector<FoundSlip> known_bugs; ///< those that explain most later stages, the nearest first; none: unknown
    std::vector<std::string> notices;  ///< what was read in another way, and what counts as equal though it is not
    std::size_t tried_whole = 0;       ///< hypotheses for which every number of the layer was computed
    std::optional<double> largest_agreement; ///< the largest difference of the stages that agree, relative to their
                                             ///< largest entries

    bool agrees() const { return !first; }
    const Agreement& first_difference() const { return stages[*first]; }
    /// Whether the slip found first explains the difference of a later stage.
    bool is_explained(ArrayId stage) const;
};

/// Compares in the order of computing, and looks for the slip at the first stage that differs by trying each.
/// `tolerance` is relative to the largest entry of a stage; without it, what float32 allows. When it is asked to stop,
/// it returns soon, and what it found is not to be read.
Check check(const Trace& trace, const Answer& answer, const std::optional<double>& tolerance = {},
            const std::stop_token& stop = {});

} // namespace attn
