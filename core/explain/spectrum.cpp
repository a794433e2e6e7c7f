#include "core/explain/spectrum.h"

#include "core/explain/lenses.h"
#include "core/model/structure.h"
#include "core/tensor/decompositions.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

/// The product is left · rightᵀ.
struct Factors {
    Eigen::MatrixXd left;  // D x d_k, or D_c x d_v
    Eigen::MatrixXd right; // D_c x d_k, or D x d_v
};

Factors factors_of(const Layer& layer, Index head, WeightProduct product) {
    if (product == WeightProduct::asking)
        return {doubles(parameter(layer, ArrayId::W_Q, head)), doubles(parameter(layer, ArrayId::W_K, head))};
    return {doubles(parameter(layer, ArrayId::W_V, head)), doubles(parameter(layer, ArrayId::W_O, head)).transpose()};
}

double effective_rank_of(const Eigen::VectorXd& values) {
    const double sum = values.sum();
    if (!(sum > 0))
        return 0;
    const Eigen::ArrayXd shares = values.array() / sum;
    return std::exp(-(shares > 0).select(shares * shares.max(1e-300).log(), 0).sum());
}

Matrix as_row(const Eigen::VectorXd& numbers) {
    return matrix_of(numbers.transpose());
}

} // namespace

Result<void> has_spectrum(const Trace& trace, Index item, Index head, WeightProduct product) {
    if (product == WeightProduct::asking)
        return has_bilinear_form(trace, item, head)
                   ? Result<void>()
                   : error("the scores of this head are no bilinear form of its inputs: something between them is "
                           "given, pinned, normed or rotated, or there are no weights");
    return has_head_writing(trace) ? Result<void>()
                                   : error("this layer has no weights for values, or none for the output");
}

std::optional<Spectrum> spectrum(const Layer& layer, Index head, WeightProduct product) {
    // left · rightᵀ = Q₁ R₁ (Q₂ R₂)ᵀ = Q₁ (R₁ R₂ᵀ) Q₂ᵀ, and orthonormal columns leave singular values alone.
    const Factors factors = factors_of(layer, head, product);
    const auto R1 = triangle_of_qr(factors.left);  // min(D, d_k) x d_k
    const auto R2 = triangle_of_qr(factors.right); // min(D_c, d_k) x d_k
    if (!R1 || !R2)
        return std::nullopt;
    const auto values = singular_values(*R1 * R2->transpose());
    if (!values)
        return std::nullopt;
    return Spectrum{{values->begin(), values->end()}, effective_rank_of(*values)};
}

std::optional<SpectrumDirection> spectrum_direction(const Layer& layer, Index head, WeightProduct product, Index n) {
    const Factors factors = factors_of(layer, head, product);
    const auto left = thin_qr(factors.left);
    const auto right = thin_qr(factors.right);
    if (!left || !right)
        return std::nullopt;
    const auto small = singular_directions(left->triangle * right->triangle.transpose());
    if (!small)
        return std::nullopt;
    Eigen::VectorXd u = left->basis * small->left.col(n);   // D
    Eigen::VectorXd v = right->basis * small->right.col(n); // D_c
    // Only the joint sign is free: σ u vᵀ is the same with both turned about.
    Index largest = 0;
    u.cwiseAbs().maxCoeff(&largest);
    if (u[largest] < 0) {
        u = -u;
        v = -v;
    }
    return SpectrumDirection{small->values[n], as_row(u), as_row(v)};
}

Matrix along(const Matrix& rows, const Matrix& direction) {
    return matrix_of(doubles(rows) * doubles(direction).transpose());
}

} // namespace attn
