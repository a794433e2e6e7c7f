#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layers.h"
#include "core/model/layer.h"

#include <string_view>
#include <vector>

namespace attn {

/// Lists in each layer the tensors whose names begin with the layer's (and not with that of a layer within it) and that
/// are read into no weight or bias: biases of another name, tables of relative positions, inner norms, low-rank
/// additions. Tensors that affect no number are left out: stored masks and angles, and the norm after the layer.
void note_unread_tensors(const Checkpoint& checkpoint, std::vector<FoundLayer>& layers);

/// Returns a caveat for each unread tensor: it names the first array that the layer computes otherwise than its model.
/// Norms of queries and keys that are read are left out.
std::vector<Caveat> unread_tensors(const FoundLayer& layer, const LayerConfig& config);

/// True if the tensor is a buffer (a mask, angles of rotary positions) or belongs to a module after the layer. `name`
/// is its name after the layer's name.
bool changes_no_number(std::string_view name, const Tensor& tensor);

} // namespace attn
