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

/// The options of a layer that files of stages do not contain, and that a user can give.
inline constexpr std::array options_of_recordings{OptionId::scale, OptionId::soft_cap, OptionId::mask};

/// The difference between a recorded stage and the one computed from the other recorded stages.
struct RecordedDifference {
    ArrayId stage{};
    CellId where; ///< the cell with the largest difference
    float recorded = 0;
    float computed = 0;
    double largest = 0;    ///< infinite if only one of the numbers is finite
    double magnitude = 0;  ///< magnitude of the largest finite recorded number
    std::string unknown{}; ///< a setting that the file lacks and that may be the reason for the difference: "the mask"

    bool agrees() const { return largest <= tolerance(); }
    /// True if the stages differ although the file lacks no setting that could be the reason.
    bool differs() const { return !agrees() && unknown.empty(); }
    double tolerance() const { return 1e-4 * magnitude; }
};

/// The stages of a layer that another program computed, without its weights.
struct Recording {
    Session session;
    std::vector<RecordedDifference> compared; ///< the stages that others determine, in the order of computing
};

/// True if the file has arrays with the names of stages ("A", "scores", "layer0.Q").
bool has_recorded_stages(const Checkpoint& file);

/// Opens any of the arrays of a trace, in the shapes that a trace gives them, or without the axis of items, or without
/// those of items and heads. `wanted` is the part of their names before the dot; it may be missing if there is only
/// one. Missing stages are computed as far as possible, with the options `told`; recorded stages are compared with
/// those computed from the others. Fails, with the array, its shape and the expected shape, if arrays do not fit
/// together, or if a missing stage needs a setting that neither the file nor `told` contains.
Result<Recording> open_recording(const Checkpoint& file, const std::optional<std::string>& wanted,
                                 const std::vector<OptionSetting>& told = {});

} // namespace attn
