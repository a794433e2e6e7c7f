#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layers.h"
#include "core/model/layer.h"

#include <string_view>
#include <vector>

namespace attn {

/// Lists in each layer the tensors beneath its name (and not beneath a layer within it) that are read into no weight or
/// bias: biases of another name, tables of relative positions, inner norms, low-rank additions. Tensors that change no
/// number are left out: stored masks and angles, and the norm behind the layer.
void note_unread_tensors(const Checkpoint& checkpoint, std::vector<FoundLayer>& layers);

/// A caveat for each unread tensor: the array from which on the layer computes something else than its model. Norms of
/// queries and keys that are read are left out.
std::vector<Caveat> unread_tensors(const FoundLayer& layer, const LayerConfig& config);

/// True if the tensor is a buffer (a mask, angles of rotary positions) or stands behind the layer. `name` is its name
/// beneath the layer.
bool changes_no_number(std::string_view name, const Tensor& tensor);

} // namespace attn
