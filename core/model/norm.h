#pragma once

#include "core/model/layer.h"
#include "core/tensor/matrix.h"

namespace attn {

/// Whether a norm makes X.
inline bool has_norm(const Layer& layer) {
    return layer.norm.kind != Norm::Kind::off;
}

/// What a row is turned into before the gain: (value − mean) · factor.
struct RowNorm {
    double mean = 0;   ///< 0 for rms
    double factor = 1; ///< 1 / √(variance + epsilon), or 1 / √(mean square + epsilon)
};

/// The norm of one row, in double precision.
RowNorm row_norm(const Norm& norm, std::span<const float> row);

/// Every row normalised, each cell rounded once; a copy where the norm is off.
void normalise(const Norm& norm,
               ConstView residual, // S x D
               View result);       // S x D

/// Whether both do the same to every row.
bool same_norm(const Norm& before, const Norm& after);

} // namespace attn
