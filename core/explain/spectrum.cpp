#include "core/explain/spectrum.h"

#include "core/explain/lenses.h"
#include "core/model/structure.h"
#include "core/tensor/decompositions.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

/// The factors of a product: left · rightᵀ.
struct Factors {
    Eigen::MatrixXd left;  // D x d_k, or D_c x d_v
    Eigen::MatrixXd right; // D_c x d_k, or D x d_v
};

/// True if the product is not larger than the triangles of its factors' QR decompositions.
bool is_small_product(const Factors& factors) {
    return factors.left.cols() >= std::min(factors.left.rows(), factors.right.rows());
}

Factors factors_of(const ProductWeights& weights) {
    if (weights.product == WeightProduct::asking)
        return {doubles(weights.first), doubles(weights.second)};
    return {doubles(weights.first), doubles(weights.second).transpose()};
}

double effective_rank_of(const Eigen::VectorXd& values) {
    const double sum = values.sum();
    if (!(sum > 0))
        return 0;
    const Eigen::ArrayXd shares = values.array() / sum;
    return std::exp(-(shares > 0).select(shares * shares.max(1e-300).log(), 0).sum());
}

std::optional<Eigen::VectorXd> singular_values_of(const Factors& factors) {
    if (is_small_product(factors))
        return singular_values(factors.left * factors.right.transpose());
    // left · rightᵀ = Q₁ R₁ (Q₂ R₂)ᵀ = Q₁ (R₁ R₂ᵀ) Q₂ᵀ, and orthonormal columns do not change singular values.
    const auto R1 = triangle_of_qr(factors.left);  // min(D, d_k) x d_k
    const auto R2 = triangle_of_qr(factors.right); // min(D_c, d_k) x d_k
    return R1 && R2 ? singular_values(*R1 * R2->transpose()) : std::nullopt;
}

} // namespace

ProductWeights product_weights(const Layer& layer, Index head, WeightProduct product) {
    if (product == WeightProduct::asking)
        return {product, parameter(layer, ArrayId::W_Q, head), parameter(layer, ArrayId::W_K, head)};
    return {product, parameter(layer, ArrayId::W_V, head), parameter(layer, ArrayId::W_O, head)};
}

Result<void> has_spectrum(const Trace& trace, Index item, Index head, WeightProduct product) {
    if (product == WeightProduct::asking)
        return has_bilinear_form(trace, item, head);
    if (trace.recipe(values_mixed(trace)).operation != OperationId::affine)
        return error("{} is mixed and not {}, and what is written is no form of the input any more",
                     named(values_mixed(trace)), named(ArrayId::V));
    return has_head_writing(trace) ? Result<void>()
                                   : error("this layer has no weights for values, or none for the output");
}

Index spectrum_size(const ProductWeights& weights) {
    return std::min({weights.first.rows(), weights.first.columns(),
                     weights.product == WeightProduct::asking ? weights.second.rows() : weights.second.columns()});
}

double spectrum_effort(const ProductWeights& weights) {
    const auto width = static_cast<double>(weights.first.columns());
    const auto rows = static_cast<double>(weights.first.rows());
    const auto other_rows = static_cast<double>(weights.product == WeightProduct::asking ? weights.second.rows()
                                                                                         : weights.second.columns());
    return (rows + other_rows + width) * width * width;
}

std::optional<Spectrum> spectrum(const ProductWeights& weights) {
    const std::optional<Eigen::VectorXd> values = singular_values_of(factors_of(weights));
    return values ? std::optional(Spectrum{{values->begin(), values->end()}, effective_rank_of(*values)})
                  : std::nullopt;
}

} // namespace attn
