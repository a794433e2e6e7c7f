#include "tests/bench/eigen_products.h"

#include <Eigen/Core>

namespace attn {

namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;
using Map = Eigen::Map<RowMajor, Eigen::Unaligned, Eigen::OuterStride<>>;

ConstMap map(const ConstView& view) {
    return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}

Map map(const View& view) {
    return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}

} // namespace

void eigen_product(const ConstView& left, const ConstView& right, const View& result) {
    map(result).noalias() = map(left) * map(right);
}

void eigen_product_with_transposed(const ConstView& left, const ConstView& right, const View& result) {
    map(result).noalias() = map(left) * map(right).transpose();
}

} // namespace attn
