#pragma once

#include "core/engine/trace.h"
#include "core/model/layer.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How far one array moved from one state of a layer to another, over all its items and heads.
struct ArrayDiff {
    std::optional<ArrayId> array;   ///< none: the tokens themselves
    bool comparable = true;         ///< both states have it, in one shape; otherwise nothing below counts
    Index cells = 0;                ///< numbers, or tokens
    Index changed = 0;              ///< that are others now
    double largest = 0;             ///< change of a number; infinite where one became infinite or NaN, or ceased to be
    double root_mean_square = 0;    ///< of all changes
    CellId most;                    ///< where the largest is
    Index heads = 1;                ///< that have a matrix of their own
    std::vector<Index> moved_heads; ///< those in which something changed, each by the first head of its group

    bool moved() const { return !comparable || changed > 0; }
};

/// Tokens, weights and stages in the order of computing; each weight before the stage that reads it. What neither state
/// has is left out.
std::vector<ArrayDiff> diff_of_traces(const Trace& before, const Trace& after);

/// What a hand set beside tokens and weights, between two states of a layer.
struct ChangedSettings {
    std::vector<std::string> names; ///< "the mask", "the temperature", "2 pins"
    std::vector<Index> switched_off;
    std::vector<Index> switched_on;
};

ChangedSettings changed_settings(const Layer& before, const Layer& after);

} // namespace attn
