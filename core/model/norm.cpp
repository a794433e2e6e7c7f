#include "core/model/norm.h"

#include "core/tensor/cellwise.h"

namespace attn {

RowNorm row_norm(const Norm& norm, std::span<const float> row) {
    return row_norm(norm.kind, norm.epsilon, 1, [row](Index) { return row; });
}

void normalise(const Norm& norm, ConstView residual, View result) {
    if (norm.kind == Norm::Kind::off) {
        copy(residual, result);
        return;
    }
    for (Index i = 0; i < residual.rows; ++i) {
        const RowNorm row = row_norm(norm, residual.row(i));
        for (Index d = 0; d < residual.columns; ++d) {
            const double bias = norm.bias.empty() ? 0 : static_cast<double>(norm.bias(0, d));
            const double centred = static_cast<double>(residual(i, d)) - row.mean;
            const double gain = norm.gain.empty() ? 1 : static_cast<double>(norm.gain(0, d));
            result(i, d) = static_cast<float>(centred * row.factor * gain + bias);
        }
    }
}

bool same_norm(const Norm& before, const Norm& after) {
    return before.kind == after.kind && before.epsilon == after.epsilon && before.gain.is_same_as(after.gain) &&
           before.bias.is_same_as(after.bias);
}

} // namespace attn
