#pragma once

#include "core/engine/trace.h"
#include "core/files/ndarray.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// An array as the matrices of one stage.
struct AlignedArray {
    Extent extent;
    std::vector<Matrix> slots; ///< views of the array, item-major
    std::string unusual;       ///< the order of the axes, "(S, H, d)", where it is not the one of traces
};

/// Finds the order of axes in which the array has the lengths of the stage; nothing where there is none. Orders that
/// traces do not use, such as (B, S, H, d), count only where the lengths leave no other choice.
/// With `tokens_first`, tokens are known to stand before heads.
std::optional<AlignedArray> lay_axes(const NdArray& array, const Trace& trace, ArrayId stage,
                                     bool tokens_first = false);

/// The shapes that are taken as they are: "(2, 3, 5, 4), (6, 5, 4) or (2, 5, 12)".
std::string accepted_shapes(const Trace& trace, ArrayId stage);

} // namespace attn
