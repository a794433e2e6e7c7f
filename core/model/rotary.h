#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

namespace attn {

/// Succeeds if the options are in range and the rotated columns are pairs among a head's d_k columns.
Result<void> check_rotary(const Rotary& rotary, Index d_k);

/// The rotation of a cell: own number · cosine + partner's number · sine. Both include the magnitude.
struct Turn {
    Index partner = 0;    ///< the column that is rotated together with this one; the column itself if it is not rotated
    double frequency = 0; ///< frequency of the angle θ = position · frequency, in radians per position
    double cosine = 1;
    double sine = 0; ///< sine with its sign: −sin θ in the first column of a pair, sin θ in the second
};

/// The rotation of a column at position `place`, from 0.
Turn turn_of(const Rotary& rotary, Index d_k, Index place, Index column);

/// The column that is rotated together with `column`; `column` itself if it is not rotated.
Index partner_of(const Rotary& rotary, Index d_k, Index column);

/// Rotates every row by its position. Each cell is rounded once. Copies if rotary positions are off.
void rotate(const Rotary& rotary,
            ConstView rows, // S x d_k
            View result);   // S x d_k

} // namespace attn
