#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

namespace attn {

/// What is added to the embeddings of the tokens 1 … S.
/// Sinusoidal: sin(p / 10000^(2k/D)) in column 2k, the cosine in column 2k + 1, p from 0.
/// (Vaswani et al. 2017, section 3.5)
void fill_positions(const Positions& positions,
                    View result); // S x D

/// How fast the angle of a column of sinusoidal positions grows from place to place: 1 / 10000^(2k/D), in radians.
double sinusoidal_frequency(Index column, Index D);

/// Whether both give the same numbers.
bool same_positions(const Positions& before, const Positions& after);

/// The embeddings of one item's tokens. Every token must be in the table.
void fill_embeddings(const Sequence& sequence, Index item,
                     View result); // S x D

/// Adds them to what is there.
void add_embeddings(const Sequence& sequence, Index item,
                    View result); // S x D

/// The tokens of the item, which has equally many in both, whose embeddings are not the same.
IndexRange changed_embeddings(const Sequence& before, const Sequence& after, Index item);

} // namespace attn
