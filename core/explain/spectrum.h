#pragma once

#include "core/engine/trace.h"
#include "core/explain/weight_product.h"
#include "core/tensor/result.h"

#include <optional>
#include <vector>

namespace attn {

/// The two weights of a head's product. Matrices are immutable, so the same matrices have the same spectrum.
struct ProductWeights {
    WeightProduct product{};
    Matrix first;  // D x d_k, W_Q; or D_c x d_v, W_V
    Matrix second; // D_c x d_k, W_K, which is transposed in the product; or d_v x D, W_O
};
/// The weights of a head's product, which must exist.
ProductWeights product_weights(const Layer& layer, Index head, WeightProduct product);

/// The singular values of a head's product, i.e. how strong its directions are.
struct Spectrum {
    std::vector<double> values; ///< in descending order; min(d_k, D, D_c) or min(d_v, D_c, D) values, which bounds the
                                ///< rank
    /// The number of equally strong directions that would have the same entropy: exp(−Σ p ln p) with p = σ / Σσ; 0 if
    /// all values are 0. (Roy and Vetterli 2007, "The effective rank", definition 1)
    double effective_rank = 0;
    bool operator==(const Spectrum&) const = default;
};

/// Succeeds if the head's scores are x_i W_Q W_Kᵀ x_jᵀ, or its output goes through W_V W_O. The error gives the reason.
Result<void> has_spectrum(const Trace& trace, Index item, Index head, WeightProduct product);

/// The number of singular values, which is a bound on the product's rank.
Index spectrum_size(const ProductWeights& weights);
/// The approximate number of multiplications that the singular values take.
double spectrum_effort(const ProductWeights& weights);

/// The singular values of the product. They are computed from the small product of the triangles of two thin QR
/// decompositions, in O(D · d_k²) instead of O(D³), or from the product itself if d_k is not smaller than D. nullopt if
/// a weight is infinite or NaN.
std::optional<Spectrum> spectrum(const ProductWeights& weights);

} // namespace attn
