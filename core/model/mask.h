#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

namespace attn {

/// Whether anything is added to the scores that could mask them; without, the whole mask is 0.
bool has_mask(const Layer& layer);

/// The sum of all masks that are on, for one item and head: 0 or any real where a key may be read, −∞ where not.
void fill_mask(const Layer& layer, Index item, Index head,
               View mask); // S_q x S_k

/// Whether the mask of an item and head is the same in both layers.
bool same_mask(const Layer& before, const Layer& after, Address slot);

} // namespace attn
