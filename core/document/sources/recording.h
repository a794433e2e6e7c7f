#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/document/session/session.h"
#include "core/model/cell.h"
#include "core/model/options.h"
#include "core/tensor/result.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The options of a layer that no file of stages has, and that a user can give.
inline constexpr std::array options_of_recordings{OptionId::scale, OptionId::soft_cap, OptionId::mask};

/// The difference between a recorded stage and the one computed from the other recorded stages.
struct RecordedDifference {
    ArrayId stage{};
    CellId where; ///< the cell with the largest difference
    float recorded = 0;
    float computed = 0;
    double largest = 0;    ///< infinite if only one of the numbers is finite
    double magnitude = 0;  ///< of the largest finite recorded number
    std::string unknown{}; ///< a setting that the file lacks and that may explain the difference: "the mask"

    bool agrees() const { return largest <= tolerance(); }
    /// True if the stages differ, and no setting that the file lacks may be the reason.
    bool differs() const { return !agrees() && unknown.empty(); }
    double tolerance() const { return 1e-4 * magnitude; }
};

/// The stages of a layer that another program computed, without its weights.
struct Recording {
    Session session;
    std::vector<RecordedDifference> compared; ///< the stages that others determine, in the order of computing
};

/// True if the file has stages under the names of traces ("A", "scores", "layer0.Q").
bool has_recorded_stages(const Checkpoint& file);

/// Opens any subset of a trace's arrays, in a trace's shapes, without the axis of items, or without those of items and
/// heads. `wanted` is the part of their names before a dot; it may be left out if there is only one. Missing stages are
/// computed if they can be, with the options `told`; recorded ones are compared with what the others give for them.
/// Fails, naming the array, its shape and the expected one, if arrays do not fit together, or if a missing stage needs
/// a setting that neither the file nor `told` has.
Result<Recording> open_recording(const Checkpoint& file, const std::optional<std::string>& wanted,
                                 const std::vector<OptionSetting>& told = {});

} // namespace attn
