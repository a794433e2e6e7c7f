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

/// As many multiplications take a fraction of a second.
constexpr double most_multiplications = 1e9;

/// The mean squared cosine of the principal angles between what two orthonormal bases span: the cosines are the
/// singular values of leftᵀ · right, whose squares sum to the squares of its cells.
double overlap(const Eigen::MatrixXd& left, const Eigen::MatrixXd& right) { // D x rank each
    const Index angles = std::min(left.cols(), right.cols());
    return angles == 0 ? 0 : (left.transpose() * right).squaredNorm() / static_cast<double>(angles);
}

} // namespace

Matrix subspace_overlaps(const Layer& layer, ArrayId weights) {
    const auto heads = static_cast<Index>(layer.heads.size());
    std::vector<std::optional<Eigen::MatrixXd>> bases;
    for (Index head = 0; head < heads; ++head)
        bases.push_back(orthonormal_basis(doubles(parameter(layer, weights, head))));
    return filled(heads, heads, [&](Index g, Index h) {
        const auto& left = bases[static_cast<std::size_t>(std::min(g, h))];
        const auto& right = bases[static_cast<std::size_t>(std::max(g, h))];
        return left && right ? overlap(*left, *right) : std::numeric_limits<double>::quiet_NaN();
    });
}

float overlap_of_random_heads(Index width, Index D) {
    return static_cast<float>(std::min(width, D)) / static_cast<float>(D);
}

bool has_subspaces(const Layer& layer, ArrayId weights) {
    const auto heads = static_cast<double>(layer.heads.size());
    if (heads < 2 || parameter(layer, weights, 0).empty())
        return false;
    const Matrix first = parameter(layer, weights, 0);
    const double columns = heads * static_cast<double>(first.columns());
    return columns * columns * static_cast<double>(first.rows()) <= most_multiplications;
}

} // namespace attn
