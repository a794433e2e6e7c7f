#include "core/tensor/products.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>

namespace attn {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;
using Map = Eigen::Map<RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;

ConstMap map(ConstView view) {
    return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}

Map map(View view) {
    return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}

} // namespace

void product(ConstView left, ConstView right, View result) {
    assert(left.columns == right.rows && result.rows == left.rows && result.columns == right.columns);
    map(result).noalias() = map(left) * map(right);
}

void product_with_transposed(ConstView left, ConstView right, View result) {
    assert(left.columns == right.columns && result.rows == left.rows && result.columns == right.rows);
    map(result).noalias() = map(left) * map(right).transpose();
}

void affine(ConstView left, ConstView right, ConstView bias, View result) {
    product(left, right, result);
    if (bias.data != nullptr)
        add_to_rows(bias, result);
}

void sum(ConstView left, ConstView right, View result) {
    assert(left.shape() == right.shape() && left.shape() == result.shape());
    map(result) = map(left) + map(right);
}

void add(ConstView addend, View result) {
    assert(addend.shape() == result.shape());
    map(result) += map(addend);
}

void add_to_rows(ConstView row, View result) {
    assert(row.rows == 1 && row.columns == result.columns);
    map(result).rowwise() += map(row).row(0);
}

void scaled_copy(ConstView matrix, double factor, View result) {
    assert(matrix.shape() == result.shape());
    map(result) = (factor * map(matrix).cast<double>()).cast<float>();
}

void copy(ConstView from, View to) {
    assert(from.shape() == to.shape());
    for (Index i = 0; i < from.rows; ++i)
        std::ranges::copy(from.row(i), to.row(i).begin());
}

} // namespace attn
