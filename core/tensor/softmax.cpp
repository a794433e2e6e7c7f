#include "core/tensor/softmax.h"

#include <Eigen/Core>
#include <cassert>
#include <cstdint>
#include <limits>

namespace attn {

namespace {

constexpr int alignment = 64;

using ConstEigenRow = Eigen::Map<const Eigen::Array<float, 1, Eigen::Dynamic>, alignment>;
using EigenRow = Eigen::Map<Eigen::Array<float, 1, Eigen::Dynamic>, alignment>;

bool aligned(const float* data) {
    return reinterpret_cast<std::uintptr_t>(data) % alignment == 0;
}

ConstEigenRow row_of(ConstView view, Index i) {
    const float* const data = view.data + i * view.stride;
    assert(aligned(data));
    return {data, view.columns};
}

EigenRow row_of(View view, Index i) {
    float* const data = view.data + i * view.stride;
    assert(aligned(data));
    return {data, view.columns};
}

} // namespace

void row_maxima(ConstView masked, View row_max) {
    for (Index i = 0; i < masked.rows; ++i)
        row_max(i, 0) = row_of(masked, i).maxCoeff<Eigen::PropagateNaN>();
}

void shifted_exponentials(ConstView masked, ConstView row_max, View exponentials) {
    for (Index i = 0; i < masked.rows; ++i) {
        const float largest = row_max(i, 0);
        auto result = row_of(exponentials, i);
        if (largest == minus_infinity) {
            result.setZero();
            continue;
        }
        result = (row_of(masked, i) - largest).exp();
        // The vectorised exponential may leave 10⁻³⁹ where the exact value is 0.
        for (Index j = 0; j < masked.columns; ++j)
            result[j] = masked(i, j) == minus_infinity ? 0.0F : result[j];
    }
}

void row_sums(ConstView exponentials, View row_sum) {
    for (Index i = 0; i < exponentials.rows; ++i)
        row_sum(i, 0) = row_of(exponentials, i).sum();
}

void row_shares(ConstView exponentials, ConstView row_sum, View shares) {
    for (Index i = 0; i < exponentials.rows; ++i) {
        auto result = row_of(shares, i);
        if (row_sum(i, 0) == 0)
            result.setZero();
        else
            result = row_of(exponentials, i) / row_sum(i, 0);
    }
}

} // namespace attn
