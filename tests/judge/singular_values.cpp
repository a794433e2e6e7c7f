#include "tests/judge/singular_values.h"

#include <Eigen/SVD>

namespace attn::test {

const std::vector<double>& SingularValues::of(WeightProduct product, Index head) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    std::vector<double>& known = known_[{product, head}];
    if (!known.empty())
        return known;
    const auto weights = [&](ArrayId array) -> Eigen::MatrixXd {
        const DoubleMatrix matrix = reference_.array(array, 0, head);
        return Eigen::Map<const RowMajor>(matrix.values.data(), matrix.rows, matrix.columns);
    };
    const Eigen::MatrixXd whole = product == WeightProduct::asking
                                      ? Eigen::MatrixXd(weights(ArrayId::W_Q) * weights(ArrayId::W_K).transpose())
                                      : Eigen::MatrixXd(weights(ArrayId::W_V) * weights(ArrayId::W_O));
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(whole);
    known.assign(svd.singularValues().begin(), svd.singularValues().end());
    return known;
}

} // namespace attn::test
