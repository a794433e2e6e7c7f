#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

namespace attn {

/// True if any mask is on or given. If not, the mask is all zeros.
bool has_mask(const Layer& layer);

/// Writes the sum of all masks that are on, for one item and head: −∞ hides a key, other numbers are added to its
/// score.
void fill_mask(const Layer& layer, Index item, Index head,
               View mask); // S_q x S_k

/// True if the mask of an item and head is the same in both layers.
bool same_mask(const Layer& before, const Layer& after, Address slot);

} // namespace attn
