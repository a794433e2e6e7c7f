#pragma once

#include "core/engine/trace.h"
#include "core/files/ndarray.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// An array cut into the matrices of one stage.
struct AlignedArray {
    Extent extent;
    std::vector<Matrix> slots; ///< views of the array, by item, then head
    bool averaged = false;     ///< each matrix is the mean over all heads
    std::string unusual;       ///< the order of its axes, e.g. "(S, H, d)", if that is not the one of traces
};

/// The array cut in the order of axes in which it has the stage's lengths; nothing if there is no such order. Orders
/// that traces do not use, such as (B, S, H, d), count only if the lengths leave no other choice. An array with fewer
/// rows than the stage has those of the last tokens, if all else fits. `tokens_first`: tokens are known to come before
/// heads.
std::optional<AlignedArray> lay_axes(const NdArray& array, const Trace& trace, ArrayId stage,
                                     bool tokens_first = false);

/// The shapes that need no guessing, in words: "(2, 3, 5, 4), (6, 5, 4) or (2, 5, 12)".
std::string accepted_shapes(const Trace& trace, ArrayId stage);

} // namespace attn
