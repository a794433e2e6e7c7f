#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

namespace attn {

/// Whether there is a base, and the columns that turn are pairs of the d_k of a head.
Result<void> check_rotary(const Rotary& rotary, Index d_k);

/// How one cell of a rotated row comes about: own · cosine + partner's · sine. Both hold the magnitude.
struct Turn {
    Index partner = 0;    ///< the column that turns with this one; the column itself where it does not turn
    double frequency = 0; ///< of the angle θ, in radians a place
    double cosine = 1;
    double sine = 0; ///< with its sign: −sin θ in the first column of a pair, sin θ in the second
};

/// The turn of a column in the row of place `place`, counted from 0.
Turn turn_of(const Rotary& rotary, Index d_k, Index place, Index column);

/// The column that turns with `column`; itself where it does not turn.
Index partner_of(const Rotary& rotary, Index d_k, Index column);

/// Every row turned by its place, each cell rounded once; a copy where rotary positions are off.
void rotate(const Rotary& rotary,
            ConstView rows, // S x d_k
            View result);   // S x d_k

} // namespace attn
