#include "tests/judge/shown_arrays.h"

#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>

namespace attn::test {

using Eigen::MatrixXd;

MatrixXd stored_matrix(ArrayId array, Index head, const SpokenOf& layer) {
    const DoubleMatrix from = layer.reference.array(array, layer.item, head);
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        from.values.data(), from.rows, from.columns);
}

MatrixXd matrix_of_all_heads(ArrayId array, const SpokenOf& layer) {
    MatrixXd joined;
    const Index step = array == ArrayId::W_K || array == ArrayId::W_V || array == ArrayId::b_K ||
                               array == ArrayId::b_V || array == ArrayId::K || array == ArrayId::V
                           ? layer.session.layer().queries_per_kv
                           : 1;
    for (Index head = 0; head < sizes_of(layer.session.layer()).H; head += step) {
        const MatrixXd one = stored_matrix(array, head, layer);
        if (joined.size() == 0) {
            joined = one;
            continue;
        }
        const bool below = array == ArrayId::W_O;
        MatrixXd wider(joined.rows() + (below ? one.rows() : 0), joined.cols() + (below ? 0 : one.cols()));
        wider << joined, one;
        joined = std::move(wider);
    }
    return joined;
}

FormulaValue value_of_array(ArrayId array, Index head, const SpokenOf& layer) {
    const MatrixXd stored = stored_matrix(array, head, layer);
    const bool is_turned = layer.session.tokens_as_columns && (is_stage(array) || row_of(array).rows == Axis::one);
    return {is_turned ? MatrixXd(stored.transpose()) : stored, 0};
}

FormulaValue value_of_cell(ArrayId array, Index head, Index row, Index column, const SpokenOf& layer) {
    const MatrixXd stored = stored_matrix(array, head, layer);
    return number_value(stored(row, std::min(column, stored.cols() - 1)));
}

bool equal_everywhere(ArrayId left, ArrayId right, const SpokenOf& layer) {
    for (Index head = 0; head < sizes_of(layer.session.layer()).H; ++head) {
        const MatrixXd a = stored_matrix(left, head, layer);
        const MatrixXd b = stored_matrix(right, head, layer);
        if (a.rows() != b.rows() || a.cols() != b.cols())
            return false;
        for (Index i = 0; i < a.rows(); ++i)
            for (Index j = 0; j < a.cols(); ++j)
                if (a(i, j) != b(i, j) && !(std::isnan(a(i, j)) && std::isnan(b(i, j))))
                    return false;
    }
    return true;
}

} // namespace attn::test
