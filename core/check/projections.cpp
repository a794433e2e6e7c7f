#include "core/check/projections.h"

#include "core/check/altered_layer.h"
#include "core/model/arrays.h"

#include <utility>

namespace attn {

std::optional<Layer> with_projection_of(Layer layer, const Trial& trial, const Projection& wrong,
                                        const Projection& taken, std::optional<ArrayId> bias) {
    const Trace& correct = trial.correct();
    const bool reads_other =
        correct.layer().context != nullptr && (wrong.stage == ArrayId::Q) != (taken.stage == ArrayId::Q);
    if (!correct.has(wrong.stage) || !correct.has(taken.stage) || reads_other ||
        correct.extent(wrong.stage) != correct.extent(taken.stage) ||
        shape_of(trial.sizes(), wrong.stage) != shape_of(trial.sizes(), taken.stage))
        return std::nullopt;
    return with_given(std::move(layer), trial, wrong.stage, [&](Index item, Index head) {
        const IndexRange rows = trial.rows_of_tokens(wrong.stage);
        const Matrix made = correct.compute_rows_uncached({taken.stage, item, head}, rows);
        const Matrix& had = parameter(correct.layer(), taken.bias, head);
        const Matrix& gets = bias ? parameter(correct.layer(), *bias, head) : Matrix();
        const auto at = [](const Matrix& row, Index c) { return row.empty() ? 0.0 : static_cast<double>(row(0, c)); };
        return filled_rows(made.shape(), rows, [&](Index i, Index c) {
            return static_cast<double>(made(i, c)) - at(had, c) + at(gets, c);
        });
    });
}

} // namespace attn
