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

/// The options of a layer that no file of stages tells, and a person may.
inline constexpr std::array options_of_recordings{OptionId::scale, OptionId::soft_cap, OptionId::mask};

/// How far a recorded stage is from what the other recorded stages give for it.
struct RecordedDifference {
    ArrayId stage{};
    CellId where; ///< of the largest difference
    float recorded = 0;
    float computed = 0;
    double largest = 0;    ///< infinite where one is a number and the other is not
    double magnitude = 0;  ///< of the largest finite recorded number
    std::string unknown{}; ///< what the file does not tell, and a difference may come from: "the mask"

    bool agrees() const { return largest <= tolerance(); }
    /// Whether they differ, and nothing that the file does not tell can be why.
    bool differs() const { return !agrees() && unknown.empty(); }
    double tolerance() const { return 1e-4 * magnitude; }
};

/// Stages of a layer that somebody else computed, without its weights.
struct Recording {
    Session session;
    std::vector<RecordedDifference> compared; ///< of the stages that others determine, in the order of computing
};

/// Whether the file holds stages under the names of traces ("A", "scores", "layer0.Q").
bool has_recorded_stages(const Checkpoint& file);

/// Opens any subset of a trace's arrays, in a trace's shapes, without the axis of items, or without those of items and
/// heads. `wanted` stands before the names, with a dot; it may be left out where there is only one. What is not there
/// is computed where it can be, with the options that are `told`, and what is there is compared with what the rest
/// gives for it. Fails, naming the array, its shape and the one expected, where they do not fit together; and where a
/// stage would be computed with what neither the file nor `told` says.
Result<Recording> open_recording(const Checkpoint& file, const std::optional<std::string>& wanted,
                                 const std::vector<OptionSetting>& told = {});

} // namespace attn
