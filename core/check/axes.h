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
    std::string unusual;       ///< the array's order of axes if it is not that of traces, e.g. "(S, H, d)"; else empty
};

/// Cuts an array into the matrices of a stage, in the order of axes that fits its shape; nullopt if none fits. Orders
/// that traces do not use, such as (B, S, H, d), count only if no usual order fits. An array with fewer rows than the
/// stage, but otherwise its shape, has the rows of the last tokens. `tokens_first`: the axis of tokens is known to come
/// before the axis of heads.
std::optional<AlignedArray> lay_axes(const NdArray& array, const Trace& trace, ArrayId stage,
                                     bool tokens_first = false);

/// The shapes that fit without a guess, in words: "(2, 3, 5, 4), (6, 5, 4) or (2, 5, 12)".
std::string accepted_shapes(const Trace& trace, ArrayId stage);

} // namespace attn
