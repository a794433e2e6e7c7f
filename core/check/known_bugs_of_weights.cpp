#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/check/projections.h"
#include "core/model/address.h"
#include "core/model/positions.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace attn {

namespace {

using enum ArrayId;

/// How many heads have one matrix in common.
Index sharing(const Layer& layer, ArrayId id) {
    return static_cast<Index>(layer.heads.size()) / Addresses(layer).extent(id).heads;
}

/// All heads' parts of a weight in one: their columns side by side, for W_O their rows.
Matrix fused(const Layer& layer, ArrayId id) {
    const Index shared_by = sharing(layer, id);
    const Index heads = static_cast<Index>(layer.heads.size()) / shared_by;
    std::vector<Matrix> blocks;
    for (Index head = 0; head < heads; ++head)
        blocks.push_back(parameter(layer, id, head * shared_by));
    return id == W_O ? stacked(blocks) : side_by_side(blocks);
}

/// Transposes the fused weight, or each head's where only those are square. False where neither is.
bool transpose(Layer& layer, ArrayId id) {
    const Shape one = parameter(layer, id, 0).shape();
    const Index shared_by = sharing(layer, id);
    const Index heads = static_cast<Index>(layer.heads.size()) / shared_by;
    if (one.rows * one.columns == 0)
        return false;
    const bool fused_is_square = id == W_O ? heads * one.rows == one.columns : one.rows == heads * one.columns;
    if (!fused_is_square && one.rows != one.columns)
        return false;
    const Matrix all = fused_is_square ? fused(layer, id).transposed() : Matrix();
    for (Index head = 0; head < heads; ++head) {
        Matrix& weight = parameter(layer, id, head * shared_by);
        if (!fused_is_square)
            weight = weight.transposed();
        else
            weight = id == W_O ? all.row_block(head * one.rows, one.rows)
                               : all.column_block(head * one.columns, one.columns);
    }
    return true;
}

/// The layer with the weight transposed, or on a sample with what that makes of a projection: it is a product of whole
/// matrices where all keys are read, and several slips share it. None where the weight is not square.
std::optional<Layer> with_transposed(Layer layer, Trial& trial, ArrayId weight) {
    const auto transposed = [&](Layer other) { return transpose(other, weight) ? std::optional(other) : std::nullopt; };
    const std::array projections{for_Q, for_K, for_V};
    const auto* const projection = std::ranges::find(projections, weight, &Projection::weights);
    const bool is_looked_at = projection != projections.end() && projection->stage <= trial.explained();
    if (!is_looked_at || !trial.is_sampled() || !trial.correct().has(projection->stage))
        return transposed(std::move(layer));
    const ArrayId stage = projection->stage;
    const auto& made = trial.compute_once("transposed", stage, [&] { return transposed(trial.layer()); });
    if (made.empty())
        return std::nullopt;
    return with_given(std::move(layer), trial, stage, [&](Index item, Index head) {
        return made.at({stage, item, head});
    });
}

void try_transposed(Trial& trial, std::initializer_list<ArrayId> weights) {
    std::optional<Layer> layer = trial.layer();
    for (const ArrayId id : weights)
        if (layer)
            layer = with_transposed(*std::move(layer), trial, id);
    if (layer)
        trial.attempt(*layer);
}

bool same_shape(const Layer& layer, ArrayId left, ArrayId right) {
    const Shape shape = parameter(layer, left, 0).shape();
    return shape == parameter(layer, right, 0).shape() && shape.rows > 0;
}

/// What of queries, keys or values is multiplied in the end.
ArrayId multiplied_of(const Trace& trace, ArrayId stage) {
    if (stage == ArrayId::V)
        return trace.recipe(ArrayId::O).operands[1].array;
    return trace.recipe(ArrayId::scores).operands[stage == ArrayId::Q ? 0 : 1].array;
}

/// With the bias of its own, with the bias of the other, and with the other's matrices, which may be of another
/// sequence.
void try_as(Trial& trial, const Projection& wrong, const Projection& taken) {
    const Trace& correct = trial.correct();
    if (same_shape(trial.layer(), wrong.weights, taken.weights))
        for (const ArrayId bias : {wrong.bias, taken.bias})
            if (const auto layer = with_projection_of(trial.layer(), trial, wrong, taken, bias))
                trial.attempt(*layer);
    if (!correct.has(wrong.stage) || !correct.has(taken.stage) ||
        correct.extent(wrong.stage) != correct.extent(taken.stage) ||
        correct.compute_uncached({wrong.stage, 0, 0}).shape() != correct.compute_uncached({taken.stage, 0, 0}).shape())
        return;
    const auto of_other = [&](Index item, Index head) { return correct.compute_uncached({taken.stage, item, head}); };
    trial.attempt(with_given(trial.layer(), trial, wrong.stage, of_other));
    // The right matrix, and then the other one multiplied, both as far as norms and rotary positions made them.
    const ArrayId next = wrong.stage == ArrayId::V ? ArrayId::O : ArrayId::scores;
    const ArrayId multiplied = multiplied_of(correct, taken.stage);
    const ArrayId queries = multiplied_of(correct, ArrayId::Q);
    const ArrayId keys = multiplied_of(correct, ArrayId::K);
    if (!correct.has(next) || !correct.has(multiplied) ||
        shape_of(trial.sizes(), multiplied) != shape_of(trial.sizes(), multiplied_of(correct, wrong.stage)))
        return;
    trial.attempt(with_given(trial.layer(), trial, next, [&](Index item, Index head) {
        const auto other = [&] { return correct.compute_uncached({multiplied, item, head}); };
        if (wrong.stage == ArrayId::V)
            return product_of(trial.correct_rows({ArrayId::A, item, head}), other(), trial.rows(ArrayId::O));
        return product_with_transposed_of(
            wrong.stage == ArrayId::Q ? other() : correct.compute_uncached({queries, item, head}),
            wrong.stage == ArrayId::K ? other() : correct.compute_uncached({keys, item, head}),
            trial.rows(ArrayId::scores));
    }));
}

/// Of two sequences each is made again.
void try_swapped_weights(Trial& trial, const Projection& left, const Projection& right) {
    Layer layer = trial.layer();
    for (const auto& [one, other] : {std::pair(left.weights, right.weights), {left.bias, right.bias}}) {
        for (Index head = 0; head < static_cast<Index>(layer.heads.size()); head += sharing(layer, left.weights))
            std::swap(parameter(layer, one, head), parameter(layer, other, head));
        trial.attempt(layer);
    }
}

void try_swapped(Trial& trial, const Projection& left, const Projection& right) {
    if (!same_shape(trial.layer(), left.weights, right.weights) ||
        sharing(trial.layer(), left.weights) != sharing(trial.layer(), right.weights))
        return;
    if (trial.layer().context != nullptr && (left.stage == ArrayId::Q || right.stage == ArrayId::Q)) {
        try_swapped_weights(trial, left, right);
        return;
    }
    for (const bool with_biases : {false, true}) {
        auto layer = with_projection_of(trial.layer(), trial, left, right, with_biases ? right.bias : left.bias);
        if (layer)
            layer = with_projection_of(*std::move(layer), trial, right, left, with_biases ? left.bias : right.bias);
        if (layer)
            trial.attempt(*layer);
    }
}

/// The layer in which one stage is what another is: both of one shape and shared by as many heads.
Layer with_stage_of(Layer layer, const Trial& trial, ArrayId stage, ArrayId other) {
    return with_given(std::move(layer), trial, stage, [&](Index item, Index head) {
        return trial.correct().compute_uncached({other, item, head});
    });
}

/// Each head gets its columns of X, or all of it where that is as wide.
void try_unprojected(Trial& trial, ArrayId id) {
    const Trace& correct = trial.correct();
    const ArrayId source = id != ArrayId::Q && trial.layer().context ? ArrayId::context : ArrayId::X;
    if (!correct.has(id) || !correct.has(source))
        return;
    const Index width = correct.compute_uncached({id, 0, 0}).columns();
    const Index whole = correct.compute_uncached({source, 0, 0}).columns();
    const Index heads = correct.extent(id).heads;
    const Index shared_by = trial.sizes().H / heads;
    if (whole != width && whole != heads * width)
        return;
    const auto columns = [&](Index item, Index head) {
        const Matrix all = correct.compute_uncached({source, item, 0});
        return whole == width ? all : all.column_block(head / shared_by * width, width);
    };
    trial.attempt(with_given(trial.layer(), trial, id, columns));
    if (id == ArrayId::V && correct.has(ArrayId::O))
        trial.attempt(with_given(trial.layer(), trial, ArrayId::O, [&](Index item, Index head) {
            return product_of(trial.correct_rows({ArrayId::A, item, head}), columns(item, head),
                              trial.rows(ArrayId::O));
        }));
}

/// The positions of tokens 0 … S, as one row more than there are tokens.
Matrix longer_positions(const Trial& trial) {
    std::vector<float> values(static_cast<std::size_t>((trial.sizes().S_q + 1) * trial.sizes().D));
    const View view{values.data(), trial.sizes().S_q + 1, trial.sizes().D, trial.sizes().D};
    fill_positions(trial.layer().sequence.positions, view);
    return Matrix::adopt(std::move(values), view.rows, view.columns);
}

bool has_positions(const Trial& trial, Positions::Kind kind) {
    return trial.correct().has(ArrayId::P) && trial.layer().sequence.positions.kind == kind;
}

void try_positions(Trial& trial, Matrix rows) {
    Layer layer = trial.layer();
    layer.sequence.positions = {Positions::Kind::given, std::move(rows)};
    trial.attempt(layer);
}

} // namespace

void leave_out_positions(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::E) || has_positions(trial, Positions::Kind::none))
        return;
    trial.attempt(with_given(trial.layer(), trial, ArrayId::X, [&](Index item, Index) {
        return correct.compute_uncached({ArrayId::E, item, 0});
    }));
    Layer layer = trial.layer();
    layer.sequence.positions = {};
    trial.attempt(layer);
}

void begin_positions_at_one(Trial& trial) {
    const bool has_next = has_positions(trial, Positions::Kind::given) &&
                          trial.layer().sequence.positions.rows.rows() > trial.sizes().S_q;
    if (has_next || has_positions(trial, Positions::Kind::sinusoidal))
        try_positions(trial, longer_positions(trial).row_block(1, trial.sizes().S_q));
}

void put_sines_before_cosines(Trial& trial) {
    if (!has_positions(trial, Positions::Kind::sinusoidal))
        return;
    const Matrix mixed = longer_positions(trial);
    const Index sines = (mixed.columns() + 1) / 2;
    try_positions(trial, filled(trial.sizes().S_q, mixed.columns(), [&](Index i, Index j) {
                      return j < sines ? mixed(i, 2 * j) : mixed(i, 2 * (j - sines) + 1);
                  }));
}

void transpose_W_Q(Trial& trial) {
    try_transposed(trial, {W_Q});
}
void transpose_W_K(Trial& trial) {
    try_transposed(trial, {W_K});
}
void transpose_W_V(Trial& trial) {
    try_transposed(trial, {W_V});
}
void transpose_W_O(Trial& trial) {
    try_transposed(trial, {W_O});
}
void transpose_all_but_W_O(Trial& trial) {
    try_transposed(trial, {W_Q, W_K, W_V});
}
void transpose_all(Trial& trial) {
    try_transposed(trial, {W_Q, W_K, W_V, W_O});
}

void make_Q_as_K(Trial& trial) {
    try_as(trial, for_Q, for_K);
}
void make_K_as_Q(Trial& trial) {
    try_as(trial, for_K, for_Q);
}
void make_V_as_K(Trial& trial) {
    try_as(trial, for_V, for_K);
}
void make_V_as_Q(Trial& trial) {
    try_as(trial, for_V, for_Q);
}
void make_K_as_V(Trial& trial) {
    try_as(trial, for_K, for_V);
}
void make_Q_as_V(Trial& trial) {
    try_as(trial, for_Q, for_V);
}
void swap_Q_and_K(Trial& trial) {
    try_swapped(trial, for_Q, for_K);
}
void swap_K_and_V(Trial& trial) {
    try_swapped(trial, for_K, for_V);
}

void swap_Q_and_V(Trial& trial) {
    try_swapped(trial, for_Q, for_V);
}

void take_packed_parts_in_turn(Trial& trial) {
    const Trace& correct = trial.correct();
    const Shape shape = shape_of(trial.sizes(), Q);
    for (const ArrayId stage : {Q, K, V})
        if (!correct.has(stage) || correct.extent(stage) != correct.extent(Q) ||
            shape_of(trial.sizes(), stage) != shape || trial.layer().context)
            return;
    const auto attempt = [&](ArrayId in_Q, ArrayId in_K, ArrayId in_V, std::string_view form) {
        Layer layer = with_stage_of(trial.layer(), trial, Q, in_Q);
        layer = with_stage_of(std::move(layer), trial, K, in_K);
        trial.attempt(with_stage_of(std::move(layer), trial, V, in_V), form);
    };
    attempt(K, V, Q, "the parts are taken as V, Q, K");
    attempt(V, Q, K, "the parts are taken as K, V, Q");
}

void leave_out_W_Q(Trial& trial) {
    try_unprojected(trial, ArrayId::Q);
}
void leave_out_W_K(Trial& trial) {
    try_unprojected(trial, ArrayId::K);
}
void leave_out_W_V(Trial& trial) {
    try_unprojected(trial, ArrayId::V);
}

void leave_out_W_O(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::concat) || !correct.has(ArrayId::Y) ||
        trial.sizes().H * trial.sizes().d_v != trial.sizes().D)
        return;
    const auto joined = [&](Index item, Index) { return correct.compute_uncached({ArrayId::concat, item, 0}); };
    trial.attempt(with_given(trial.layer(), trial, ArrayId::Y, joined));
    const Matrix& bias = trial.layer().b_O;
    if (!bias.empty())
        trial.attempt(with_given(trial.layer(), trial, ArrayId::Y, [&](Index item, Index head) {
            const Matrix without = joined(item, head);
            return matrix_of(eigen(without).rowwise() + eigen(bias).row(0));
        }));
}

void add_input_to_output(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::X) || !correct.has(ArrayId::Y))
        return;
    const IndexRange rows = trial.rows(Y);
    const auto attempt = [&](ArrayId added, std::string_view form) {
        trial.attempt(with_given(trial.layer(), trial, Y,
                                 [&](Index item, Index) {
                                     const Matrix input = trial.correct_rows({added, item, 0});
                                     const Matrix output = trial.correct_rows({Y, item, 0});
                                     return filled_rows(output.shape(), rows,
                                                        [&](Index i, Index d) { return input(i, d) + output(i, d); });
                                 }),
                      form);
    };
    attempt(X, {});
    if (correct.has(resid_pre))
        attempt(resid_pre, "as it is before the norm");
}

} // namespace attn
