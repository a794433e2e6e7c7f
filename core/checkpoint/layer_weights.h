#pragma once

#include "core/checkpoint/layers.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <vector>

namespace attn {

/// The weights of one layer, head by head.
struct LayerWeights {
    std::vector<HeadWeights> heads;
    Index queries_per_kv = 1; ///< number of query heads that share one head of keys and values
    Matrix b_O;
};

/// Reads the tensors of a layer that has no problem, and divides them among heads: head h has columns h · d_k … of W_Q.
/// A float32 tensor of inputs x outputs stays a view of the file. Fails if a tensor's number format cannot be read.
Result<LayerWeights> read_layer(const Checkpoint& checkpoint, const FoundLayer& layer, const HeadCounts& counts);

/// Returns a parameter of all heads side by side, as the checkpoint now contains it: inputs x outputs, a bias as one
/// row. Empty if the layer has no such parameter.
Result<Matrix> read_parameter(const Checkpoint& checkpoint, const FoundLayer& layer, ArrayId parameter);

} // namespace attn
