#include "core/check/altered_layer.h"

#include "core/tensor/products.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace attn {

Layer with_given(Layer layer, const Trial& trial, ArrayId stage, const SlotMatrix& matrix) {
    std::vector<Address> slots = trial.correct().slots(stage);
    std::erase_if(slots, [&](Address slot) { return !trial.covers(slot); });
    std::vector<Matrix> matrices(slots.size());
    trial.beside_each_other(slots.size(), [&](std::size_t n) { matrices[n] = matrix(slots[n].item, slots[n].head); });
    for (std::size_t n = 0; n < slots.size(); ++n)
        layer.given[slots[n]] = matrices[n];
    return layer;
}

Layer with_given_of(Layer layer, const Layer& other, ArrayId stage) {
    for (const auto& [slot, matrix] : other.given)
        if (slot.array == stage)
            layer.given.insert_or_assign(slot, matrix);
    return layer;
}

Layer with_taken(Layer layer, const Trial& trial, const Trace& trace, ArrayId from, ArrayId into) {
    return with_given(std::move(layer), trial, into, [&](Index item, Index head) {
        return trace.compute_rows_uncached({trace.layer().number, from, item, head}, trial.rows(into));
    });
}

Layer with_copied(Layer layer, const Trial& trial, ArrayId from, ArrayId into) {
    return with_taken(std::move(layer), trial, trial.correct(), from, into);
}

Layer with_twice(Trial& trial, ArrayId from, ArrayId into) {
    const auto made = trial.compute(with_copied(trial.layer(), trial, into, from), into, trial.rows(into));
    return made ? with_taken(trial.layer(), trial, *made, into, into) : trial.layer();
}

double rounded_to(double value, const Short& type) {
    if (value == 0 || !std::isfinite(value))
        return value;
    const double unit = std::ldexp(1.0, std::max(std::ilogb(value), type.lowest) - type.bits);
    return std::nearbyint(value / unit) * unit;
}

std::optional<Layer> with_projection_of(Layer layer, const Trial& trial, const Projection& wrong,
                                        const Projection& taken, std::optional<ArrayId> bias) {
    const Trace& correct = trial.correct();
    const bool reads_other =
        correct.layer().context != nullptr && (wrong.stage == ArrayId::Q) != (taken.stage == ArrayId::Q);
    if (!trial.has(wrong.stage, taken.stage) || reads_other ||
        correct.extent(wrong.stage) != correct.extent(taken.stage) ||
        shape_of(trial.sizes(), wrong.stage) != shape_of(trial.sizes(), taken.stage))
        return std::nullopt;
    return with_given(std::move(layer), trial, wrong.stage, [&](Index item, Index head) {
        const IndexRange rows = trial.rows_of_tokens(wrong.stage);
        const Matrix made = trial.correct_rows(taken.stage, item, head, rows);
        const Matrix& had = parameter(correct.layer(), taken.bias, head);
        const Matrix& gets = bias ? parameter(correct.layer(), *bias, head) : Matrix();
        const auto at = [](const Matrix& row, Index c) { return row.empty() ? 0.0 : static_cast<double>(row(0, c)); };
        return filled_rows(made.shape(), rows, [&](Index i, Index c) {
            return static_cast<double>(made(i, c)) - at(had, c) + at(gets, c);
        });
    });
}

Matrix product_of(ConstView left, ConstView right, IndexRange rows) {
    const auto buffer = std::make_shared<Buffer>(Shape{left.rows, right.columns});
    product(rows_of(left, rows), right, rows_of(buffer->view(), rows));
    return matrix_of(buffer);
}

Matrix product_with_transposed_of(ConstView left, ConstView right, IndexRange rows) {
    const auto buffer = std::make_shared<Buffer>(Shape{left.rows, right.rows});
    product_with_transposed(rows_of(left, rows), right, rows_of(buffer->view(), rows));
    return matrix_of(buffer);
}

} // namespace attn
