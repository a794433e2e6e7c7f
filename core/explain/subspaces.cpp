#include "core/explain/subspaces.h"

#include "core/model/structure.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {

namespace {

/// As many multiplications take a fraction of a second.
constexpr double most_multiplications = 1e9;
/// A column of which less is left lies in the span of those before it.
constexpr double least_left = 1e-5;

using Vector = std::vector<double>;

double dot(const Vector& left, const Vector& right) {
    double sum = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
        sum += left[i] * right[i];
    return sum;
}

double length(const Vector& vector) {
    return std::sqrt(dot(vector, vector));
}

void take_away(Vector& vector, const std::vector<Vector>& directions) {
    for (const Vector& direction : directions) {
        const double share = dot(vector, direction);
        for (std::size_t i = 0; i < vector.size(); ++i)
            vector[i] -= share * direction[i];
    }
}

/// Directions of length 1 at right angles to each other that span what the columns span. Gram and Schmidt's way, twice,
/// which is as exact as the numbers are.
std::vector<Vector> directions_of_columns(const Matrix& weights) {
    std::vector<Vector> directions;
    for (Index column = 0; column < weights.columns(); ++column) {
        Vector left(static_cast<std::size_t>(weights.rows()));
        for (Index row = 0; row < weights.rows(); ++row)
            left[static_cast<std::size_t>(row)] = static_cast<double>(weights(row, column));
        const double before = length(left);
        take_away(left, directions);
        take_away(left, directions);
        const double after = length(left);
        if (!(after > least_left * before))
            continue;
        for (double& number : left)
            number /= after;
        directions.push_back(std::move(left));
    }
    return directions;
}

/// The mean squared cosine of the principal angles.
double overlap(const std::vector<Vector>& left, const std::vector<Vector>& right) {
    double squares = 0;
    for (const Vector& one : left)
        for (const Vector& other : right)
            squares += dot(one, other) * dot(one, other);
    const std::size_t angles = std::min(left.size(), right.size());
    return angles == 0 ? 0 : squares / static_cast<double>(angles);
}

} // namespace

Matrix subspace_overlaps(const Layer& layer, ArrayId weights) {
    const auto heads = static_cast<Index>(layer.heads.size());
    std::vector<std::vector<Vector>> spans;
    for (Index head = 0; head < heads; ++head)
        spans.push_back(directions_of_columns(parameter(layer, weights, head)));
    const auto span_of = [&](Index head) -> const std::vector<Vector>& {
        return spans[static_cast<std::size_t>(head)];
    };
    return filled(heads, heads, [&](Index g, Index h) {
        return static_cast<float>(overlap(span_of(std::min(g, h)), span_of(std::max(g, h))));
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
