#include "core/explain/residual.h"

#include "core/model/norm.h"
#include "core/tensor/compose.h"

#include <cmath>

namespace attn {

ArrayId residual_source(const Trace& trace) {
    return trace.has(ArrayId::resid_pre) ? ArrayId::resid_pre : ArrayId::X;
}

bool has_residual(const Trace& trace) {
    const ArrayId source = residual_source(trace);
    return trace.has(source) && trace.has(ArrayId::Y) &&
           trace.array(source, 0, 0).shape() == trace.array(ArrayId::Y, 0, 0).shape();
}

ResidualRow residual_row(const Trace& trace, Index item, Index row) {
    constexpr float epsilon = 1e-5F;
    const Matrix past = trace.matrix({residual_source(trace), item, 0});
    const Matrix result = trace.matrix({ArrayId::Y, item, 0});
    ResidualRow made;
    made.sum = filled(1, past.columns(), [&](Index /*i*/, Index d) {
        return static_cast<double>(past(row, d)) + static_cast<double>(result(row, d));
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
