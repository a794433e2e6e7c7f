#pragma once

#include "core/check/trial.h"
#include "core/model/layer.h"

#include <optional>

namespace attn {

/// What makes queries, keys or values.
struct Projection {
    ArrayId stage;
    ArrayId weights;
    ArrayId bias;
};
constexpr Projection for_Q{ArrayId::Q, ArrayId::W_Q, ArrayId::b_Q};
constexpr Projection for_K{ArrayId::K, ArrayId::W_K, ArrayId::b_K};
constexpr Projection for_V{ArrayId::V, ArrayId::W_V, ArrayId::b_V};

/// The layer in which one projection is made with the weights of another, and with the bias `bias` or without any: from
/// the matrices that there are, whose biases differ, and no product. None where shapes or what is read do not go
/// together.
std::optional<Layer> with_projection_of(Layer layer, const Trial& trial, const Projection& wrong,
                                        const Projection& taken, std::optional<ArrayId> bias);

} // namespace attn
