#include "core/explain/residual.h"

#include "core/model/norm.h"
#include "core/tensor/compose.h"

#include <cmath>

namespace attn {

std::optional<ResidualArrays> residual_arrays(const Trace& trace) {
    const ResidualArrays arrays{trace.has(ArrayId::resid_pre) ? ArrayId::resid_pre : ArrayId::X, ArrayId::Y};
    if (!trace.has(arrays.past) || !trace.has(arrays.written) ||
        trace.array(arrays.past, 0, 0).shape() != trace.array(arrays.written, 0, 0).shape())
        return std::nullopt;
    return arrays;
}

ResidualRow residual_row(const Trace& trace, Index item, Index row) {
    constexpr float epsilon = 1e-5F;
    const ResidualArrays arrays = *residual_arrays(trace);
    const Matrix past = trace.array(arrays.past, item, 0);
    const Matrix written = trace.array(arrays.written, item, 0);
    ResidualRow made;
    made.sum = filled(1, past.columns(), [&](Index /*i*/, Index d) {
        return static_cast<double>(past(row, d)) + static_cast<double>(written(row, d));
    });
    const RowNorm norm = row_norm(Norm::Kind::layer, epsilon, 1, [&](Index /*part*/) { return made.sum.row(0); });
    made.mean = norm.mean;
    double squares = 0;
    for (const float number : made.sum.row(0))
        squares += (static_cast<double>(number) - norm.mean) * (static_cast<double>(number) - norm.mean);
    made.spread = std::sqrt(squares / static_cast<double>(made.sum.columns()));
    made.normed = filled(1, made.sum.columns(), [&](Index /*i*/, Index d) {
        return (static_cast<double>(made.sum(0, d)) - norm.mean) * norm.factor;
    });
    return made;
}

} // namespace attn
