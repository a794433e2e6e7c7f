#pragma once

#include "core/engine/trace.h"
#include "core/explain/weight_product.h"
#include "core/tensor/result.h"

#include <optional>
#include <vector>

namespace attn {

/// The matrices of a head's product. They never change: the same ones have the same spectrum.
struct ProductWeights {
    WeightProduct product{};
    Matrix first;  // D x d_k, W_Q; or D_c x d_v, W_V
    Matrix second; // D_c x d_k, W_K, which is transposed in the product; or d_v x D, W_O
};
/// The weights must exist.
ProductWeights product_weights(const Layer& layer, Index head, WeightProduct product);

/// The singular values of a head's product: how strong each of its directions is.
struct Spectrum {
    std::vector<double> values; ///< falling; as many as the bound on the rank, min(d_k, D, D_c) or min(d_v, D_c, D)
    /// Of how many equally strong directions the values have the entropy: exp(−Σ p ln p), p = σ / Σσ; 0 where all are
    /// 0. (Roy and Vetterli 2007, "The effective rank", definition 1)
    double effective_rank = 0;
    bool operator==(const Spectrum&) const = default;
};

/// Fails, saying why, where scores are not the form x_i W_Q W_Kᵀ x_jᵀ of this head, or its output does not go through
/// W_V W_O.
Result<void> has_spectrum(const Trace& trace, Index item, Index head, WeightProduct product);

/// The number of singular values, which bounds the product's rank.
Index spectrum_size(const ProductWeights& weights);
/// The multiplications that the singular values take, about.
double spectrum_effort(const ProductWeights& weights);

/// The product's singular values, from the small product of the two triangles of thin QRs: O(D · d_k²), whatever D².
/// Where d_k is no smaller than D, from the product itself. Nothing where a weight is not finite.
std::optional<Spectrum> spectrum(const ProductWeights& weights);

} // namespace attn
