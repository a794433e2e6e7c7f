#pragma once

#include "core/tensor/matrix.h"

#include <Eigen/Core>
#include <utility>

namespace attn {

// Views of our matrices for Eigen, which does the linear algebra of core; nothing is copied. Store an expression in a
// type of your own (Eigen::MatrixXd, matrix_of), never in `auto`, which would keep references to operands that are
// gone. Include this file in .cpp files only, since it takes long to compile.

using RowMajorMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using EigenConstView = Eigen::Map<const RowMajorMatrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using EigenView = Eigen::Map<RowMajorMatrix, Eigen::Unaligned, Eigen::OuterStride<>>;

inline EigenConstView eigen(const ConstView& view) {
    return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}
inline EigenView eigen(const View& view) {
    return {view.data, view.rows, view.columns, Eigen::OuterStride<>(view.stride)};
}
inline EigenConstView eigen(const Matrix& matrix) {
    return eigen(matrix.view());
}
/// Deleted, because a temporary may be the last owner of its numbers, and would be destroyed before its map is read.
EigenConstView eigen(const Matrix&&) = delete;

/// Returns a copy in double precision, for sums in explanations, which need not equal the engine's results bit by bit.
inline Eigen::MatrixXd doubles(const ConstView& view) {
    return eigen(view).cast<double>();
}

/// Returns a matrix that owns the numbers of `values`.
inline Matrix matrix_of(RowMajorMatrix&& values) {
    const Index rows = values.rows();
    const Index columns = values.cols();
    if (values.size() == 0)
        return Matrix::zeros(rows, columns); // an empty shape has an address too
    return Matrix::adopt(std::move(values), rows, columns);
}

/// Returns the value of an expression, each cell rounded to float32.
template <class Expression>
Matrix matrix_of(const Eigen::MatrixBase<Expression>& expression) {
    return matrix_of(RowMajorMatrix(expression.template cast<float>()));
}

} // namespace attn
