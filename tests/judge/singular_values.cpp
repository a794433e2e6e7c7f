#include "tests/judge/singular_values.h"

#include <Eigen/SVD>

namespace attn::test {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

DoubleMatrix plain(const Eigen::MatrixXd& matrix) {
    const RowMajor rows = matrix;
    return {rows.rows(), rows.cols(), {rows.data(), rows.data() + rows.size()}};
}

} // namespace

const SingularParts& SingularValues::parts(WeightProduct product, Index head) {
    SingularParts& known = known_[{product, head}];
    if (!known.values.empty())
        return known;
    const auto weights = [&](ArrayId array) -> Eigen::MatrixXd {
        const DoubleMatrix matrix = reference_.array(array, 0, head);
        return Eigen::Map<const RowMajor>(matrix.values.data(), matrix.rows, matrix.columns);
    };
    const Eigen::MatrixXd whole = product == WeightProduct::asking
                                      ? Eigen::MatrixXd(weights(ArrayId::W_Q) * weights(ArrayId::W_K).transpose())
                                      : Eigen::MatrixXd(weights(ArrayId::W_V) * weights(ArrayId::W_O));
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(whole, Eigen::ComputeThinU | Eigen::ComputeThinV);
    known = {{svd.singularValues().begin(), svd.singularValues().end()}, plain(svd.matrixU()), plain(svd.matrixV())};
    return known;
}

} // namespace attn::test
