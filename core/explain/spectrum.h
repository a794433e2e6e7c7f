#pragma once

#include "core/engine/trace.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace attn {

/// A product of a head's weights: W_Q W_Kᵀ, what it asks of whom, or W_V W_O, what it writes for what it reads.
/// (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", sections on QK and OV circuits)
enum class WeightProduct : std::uint8_t { asking, writing };

/// The singular values of a head's product: how strong each of its directions is.
struct Spectrum {
    std::vector<double> values; ///< falling; as many as the bound on the rank, min(d_k, D, D_c) or min(d_v, D_c, D)
    /// Of how many equally strong directions the values have the entropy: exp(−Σ p ln p), p = σ / Σσ; 0 where all are
    /// 0. (Roy and Vetterli 2007, "The effective rank", definition 1)
    double effective_rank = 0;
};

/// One of the product's directions: it sends `left` to `value` times `right`.
struct SpectrumDirection {
    double value = 0;
    Matrix left;  // 1 x D of what asks, or D_c of what is read; length 1, its largest number positive
    Matrix right; // 1 x D_c of what is asked, or D of what is written; length 1
};

/// Whether scores are the form x_i W_Q W_Kᵀ x_jᵀ of this head, or its output goes through W_V W_O; else why not.
Result<void> has_spectrum(const Trace& trace, Index item, Index head, WeightProduct product);

/// The product's singular values, from the small product of the two triangles of thin QRs: O(D · d_k²), whatever D².
/// The product must exist. Nothing where a weight is not finite.
std::optional<Spectrum> spectrum(const Layer& layer, Index head, WeightProduct product);

/// The product's direction number `n`, from 0, in falling order of values; n must be less than their count. Nothing
/// where a weight is not finite.
std::optional<SpectrumDirection> spectrum_direction(const Layer& layer, Index head, WeightProduct product, Index n);

/// How much of the direction each row has: rows · directionᵀ.
Matrix along(const Matrix& rows,       // S x D
             const Matrix& direction); // 1 x D -> S x 1

} // namespace attn
