#include "core/explain/projection.h"

#include "core/tensor/compose.h"
#include "core/tensor/decompositions.h"
#include "core/tensor/eigen.h"

#include <cmath>

namespace attn {

std::optional<ColumnSpace> column_space(ConstView weights) {
    const auto basis = orthonormal_basis(doubles(weights)); // D x rank
    if (!basis)
        return std::nullopt;
    return ColumnSpace{{basis->data(), basis->data() + basis->size()}, basis->cols()};
}

std::optional<Projection> projection(ConstView row, const ColumnSpace& space) {
    const Eigen::Map<const Eigen::MatrixXd> basis(space.basis.data(), row.columns, space.rank); // D x rank
    const Eigen::RowVectorXd x = doubles(row);                                                  // 1 x D
    const Eigen::RowVectorXd read = x * basis * basis.transpose();                              // 1 x D
    if (!read.allFinite())
        return std::nullopt;
    const Eigen::RowVectorXd unseen = x - read;
    return Projection{filled(1, row.columns, [&](Index /*i*/, Index d) { return read(d); }),
                      filled(1, row.columns, [&](Index /*i*/, Index d) { return unseen(d); }), space.rank};
}

double length_of(ConstView vector) {
    return doubles(vector).norm();
}

} // namespace attn
