#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layers.h"
#include "core/model/layer.h"

#include <vector>

namespace attn {

/// Notes in each layer what lies beneath its name, beneath that of no layer within it, and is read into no weight or
/// bias: biases by another name, tables of relative positions, inner norms, low-rank additions. Left out is what
/// changes no number: masks and angles that are kept, and the norm behind the layer.
void note_unread_tensors(const Checkpoint& checkpoint, std::vector<FoundLayer>& layers);

/// Says of each of them from which array on the layer computes something else than its model. The norms of queries and
/// keys are read where the model has them.
std::vector<Caveat> unread_tensors(const FoundLayer& layer, const LayerConfig& config);

} // namespace attn
