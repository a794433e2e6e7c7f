#pragma once

#include "core/engine/trace.h"
#include "core/explain/weight_product.h"
#include "core/tensor/result.h"

#include <optional>
#include <vector>

namespace attn {

/// The two weight matrices of a head's product. Matrices are immutable: identical ones have the same spectrum.
struct ProductWeights {
    WeightProduct product{};
    Matrix first;  // D x d_k, W_Q; or D_c x d_v, W_V
    Matrix second; // D_c x d_k, W_K, which is transposed in the product; or d_v x D, W_O
};
/// The weights of a head's product, which must exist.
ProductWeights product_weights(const Layer& layer, Index head, WeightProduct product);

/// The singular values of a head's product: the strengths of its directions.
struct Spectrum {
    std::vector<double> values; ///< falling; min(d_k, D, D_c) or min(d_v, D_c, D) of them, the bound on the rank
    /// The number of equally strong directions with the same entropy: exp(−Σ p ln p), p = σ / Σσ; 0 if all values are
    /// 0. (Roy and Vetterli 2007, "The effective rank", definition 1)
    double effective_rank = 0;
    bool operator==(const Spectrum&) const = default;
};

/// Succeeds if the scores are x_i W_Q W_Kᵀ x_jᵀ for this head, or if its output goes through W_V W_O. Else the error
/// says why not.
Result<void> has_spectrum(const Trace& trace, Index item, Index head, WeightProduct product);

/// The number of singular values, which bounds the product's rank.
Index spectrum_size(const ProductWeights& weights);
/// The approximate number of multiplications that the singular values take.
double spectrum_effort(const ProductWeights& weights);

/// The product's singular values, from the small product of the triangles of two thin QRs: O(D · d_k²) instead of
/// O(D³). If d_k is no smaller than D, from the product itself. nullopt if a weight is not finite.
std::optional<Spectrum> spectrum(const ProductWeights& weights);

} // namespace attn
