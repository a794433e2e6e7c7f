#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/layers.h"
#include "core/model/layer.h"

#include <vector>

namespace attn {

/// What lies beneath a layer's own name and is read into no array, so that the layer computes something else than its
/// model: biases by another name, tables of relative positions, inner norms, low-rank additions. Not named is what
/// changes no number: masks and angles that are kept, and the norm behind the layer.
std::vector<Caveat> unread_tensors(const Checkpoint& checkpoint, const FoundLayer& layer);

} // namespace attn
