#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

namespace attn {

/// Writes the numbers that are added to the embeddings of tokens 1 … S. Sinusoidal: sin(p / 10000^(2k/D)) in column 2k,
/// the cosine in column 2k + 1, with p from 0. (Vaswani et al. 2017, section 3.5)
void fill_positions(const Positions& positions,
                    View result); // S x D

/// The frequency of a column of sinusoidal positions: 1 / 10000^(2k/D), in radians per position.
double sinusoidal_frequency(Index column, Index D);

/// True if both give the same numbers; matrices are compared by identity.
bool same_positions(const Positions& before, const Positions& after);

/// Writes the embeddings of an item's tokens. The table must have all of them.
void fill_embeddings(const Sequence& sequence, Index item,
                     View result); // S x D

/// Adds the embeddings of one item's tokens to `result`.
void add_embeddings(const Sequence& sequence, Index item,
                    View result); // S x D

/// The range of tokens whose embeddings differ. The item has equally many tokens in both.
IndexRange changed_embeddings(const Sequence& before, const Sequence& after, Index item);

} // namespace attn
