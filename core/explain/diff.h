#pragma once

#include "core/engine/trace.h"
#include "core/model/layer.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The difference of one array between two states of a layer, over all its items and heads.
struct ArrayDiff {
    std::optional<ArrayId> array;   ///< nullopt: the tokens themselves
    bool comparable = true;         ///< true if both states have the array in the same shape; if not, the numbers below
                                    ///< do not count
    Index cells = 0;                ///< number of cells, or of tokens
    Index changed = 0;              ///< number of cells or tokens that differ
    double largest = 0;             ///< largest change of a number; infinite if a number became infinite or NaN, or was
                                    ///< so before
    double root_mean_square = 0;    ///< root mean square of all changes
    CellId most{0, ArrayId{}};      ///< the cell of the largest change
    Index heads = 1;                ///< number of heads with a matrix of their own
    std::vector<Index> moved_heads; ///< heads with changes, each by the first head of its group

    bool moved() const { return !comparable || changed > 0; }
};

/// The differences of tokens, weights and stages in the order of computing, each weight before the stage that reads it.
/// Arrays that exist in neither state are left out.
std::vector<ArrayDiff> diff_of_traces(const Trace& before, const Trace& after);

/// The settings in which two states of a layer differ, apart from tokens and weights.
struct ChangedSettings {
    std::vector<std::string> names; ///< e.g. "the mask", "the temperature", "2 pins"
    std::vector<Index> switched_off;
    std::vector<Index> switched_on;
};

ChangedSettings changed_settings(const Layer& before, const Layer& after);

} // namespace attn
