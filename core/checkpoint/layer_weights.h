#pragma once

#include "core/checkpoint/layers.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The weights of one layer.
struct LayerWeights {
    std::vector<HeadWeights> heads;
    Index queries_per_kv = 1; ///< heads that share keys and values
    Matrix b_O;
};

/// Reads the tensors of a layer without a problem and cuts them into heads: head h owns columns h · d_k … of W_Q. What
/// lies as inputs x outputs in float32 stays a view of the file. Fails where numbers of a type cannot be read.
Result<LayerWeights> read_layer(const Checkpoint& checkpoint, const FoundLayer& layer, const HeadCounts& counts);

/// A parameter of all heads side by side, as the checkpoint has it now: inputs x outputs, biases as one row. Empty
/// where it does not exist.
Result<Matrix> read_parameter(const Checkpoint& checkpoint, const FoundLayer& layer, ArrayId parameter);

} // namespace attn
