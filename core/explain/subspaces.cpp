#include "core/explain/subspaces.h"

#include "core/model/structure.h"
#include "core/tensor/compose.h"
#include "core/tensor/decompositions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace attn {

namespace {

/// The mean squared cosine of the principal angles between the spans of two orthonormal bases. The cosines are the
/// singular values of leftᵀ · right; the sum of their squares is the sum of its squared cells.
double overlap(const Eigen::MatrixXd& left, const Eigen::MatrixXd& right) { // D x rank each
    const Index angles = std::min(left.cols(), right.cols());
    return angles == 0 ? 0 : (left.transpose() * right).squaredNorm() / static_cast<double>(angles);
}

} // namespace

Matrix subspace_overlaps(const Layer& layer, ArrayId weights, const std::stop_token& stop) {
    const auto heads = static_cast<Index>(layer.heads.size());
    std::vector<std::optional<Eigen::MatrixXd>> bases(static_cast<std::size_t>(heads));
    for (Index head = 0; head < heads && !stop.stop_requested(); ++head)
        bases[static_cast<std::size_t>(head)] = orthonormal_basis(doubles(parameter(layer, weights, head)));
    return filled(heads, heads, [&](Index g, Index h) {
        const auto& left = bases[static_cast<std::size_t>(std::min(g, h))];
        const auto& right = bases[static_cast<std::size_t>(std::max(g, h))];
        const bool is_known = left && right && !stop.stop_requested();
        return is_known ? overlap(*left, *right) : std::numeric_limits<double>::quiet_NaN();
    });
}

float overlap_of_random_heads(Index width, Index D) {
    return static_cast<float>(std::min(width, D)) / static_cast<float>(D);
}

} // namespace attn
