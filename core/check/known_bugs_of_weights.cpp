#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/model/address.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

using enum ArrayId;

/// The number of heads that share each matrix of the weight.
Index sharing(const Layer& layer, ArrayId id) {
    return static_cast<Index>(layer.heads.size()) / Addresses(layer).extent(id).heads;
}

/// The weight as one matrix for all heads: columns side by side, or rows one below the other for W_O.
Matrix fused(const Layer& layer, ArrayId id) {
    const Index shared_by = sharing(layer, id);
    const Index heads = static_cast<Index>(layer.heads.size()) / shared_by;
    std::vector<Matrix> blocks;
    for (Index head = 0; head < heads; ++head)
        blocks.push_back(parameter(layer, id, head * shared_by));
    return id == W_O ? stacked(blocks) : side_by_side(blocks);
}

/// Transposes the weight of all heads as one matrix, or each head's if only these are square. Returns false if neither
/// is.
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

/// The layer with the weight transposed; nullopt if the weight is not square. In a sample its projection is given
/// instead, because several bugs share that product of whole matrices.
std::optional<Layer> with_transposed(Layer layer, Trial& trial, ArrayId weight) {
    const auto transposed = [&](Layer other) { return transpose(other, weight) ? std::optional(other) : std::nullopt; };
    const std::array projections{for_Q, for_K, for_V};
    const auto* const projection = std::ranges::find(projections, weight, &Projection::weights);
    const bool is_looked_at = projection != projections.end() && projection->stage <= trial.explained();
    if (!is_looked_at || !trial.is_sampled() || !trial.has(projection->stage))
        return transposed(std::move(layer));
    const ArrayId stage = projection->stage;
    const auto& made = trial.compute_once("transposed", stage, [&] { return transposed(trial.layer()); });
    if (made.empty())
        return std::nullopt;
    return with_given(std::move(layer), trial, stage, [&](Index item, Index head) {
        return made.at({trial.layer().number, stage, item, head});
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

/// The array that the product reads in place of `stage`: queries, keys or values after norms and rotary positions.
ArrayId multiplied_of(const Trace& trace, ArrayId stage) {
    if (stage == ArrayId::V)
        return trace.recipe(ArrayId::O).operands[1].array;
    return trace.recipe(ArrayId::scores).operands[stage == ArrayId::Q ? 0 : 1].array;
}

/// Tries one projection in place of another: the other's weights with either bias, or the other's matrices, which may
/// belong to another sequence.
void try_as(Trial& trial, const Projection& wrong, const Projection& taken) {
    const Trace& correct = trial.correct();
    if (same_shape(trial.layer(), wrong.weights, taken.weights))
        for (const ArrayId bias : {wrong.bias, taken.bias})
            if (const auto layer = with_projection_of(trial.layer(), trial, wrong, taken, bias))
                trial.attempt(*layer);
    if (!trial.has(wrong.stage, taken.stage) || correct.extent(wrong.stage) != correct.extent(taken.stage) ||
        trial.correct_matrix(wrong.stage, 0, 0).shape() != trial.correct_matrix(taken.stage, 0, 0).shape())
        return;
    const auto of_other = [&](Index item, Index head) { return trial.correct_matrix(taken.stage, item, head); };
    trial.attempt(with_given(trial.layer(), trial, wrong.stage, of_other));
    // Here the answer has the right matrix, but the product used the other one, both after norms and rotary positions.
    const ArrayId next = wrong.stage == ArrayId::V ? ArrayId::O : ArrayId::scores;
    const ArrayId multiplied = multiplied_of(correct, taken.stage);
    const ArrayId queries = multiplied_of(correct, ArrayId::Q);
    const ArrayId keys = multiplied_of(correct, ArrayId::K);
    if (!trial.has(next, multiplied) ||
        shape_of(trial.sizes(), multiplied) != shape_of(trial.sizes(), multiplied_of(correct, wrong.stage)))
        return;
    trial.attempt(with_given(trial.layer(), trial, next, [&](Index item, Index head) {
        const auto other = [&] { return trial.correct_matrix(multiplied, item, head); };
        if (wrong.stage == ArrayId::V)
            return product_of(trial.correct_rows(ArrayId::A, item, head), other(), trial.rows(ArrayId::O));
        return product_with_transposed_of(
            wrong.stage == ArrayId::Q ? other() : trial.correct_matrix(queries, item, head),
            wrong.stage == ArrayId::K ? other() : trial.correct_matrix(keys, item, head), trial.rows(ArrayId::scores));
    }));
}

/// Tries two projections with their weights swapped, then with their biases swapped too. In cross-attention both are
/// computed again from the other sequence.
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

/// Tries a stage without its projection: each head takes its own columns of X, or all of X if the width fits.
void try_unprojected(Trial& trial, ArrayId id) {
    const Trace& correct = trial.correct();
    const ArrayId source = id != ArrayId::Q && trial.layer().context ? ArrayId::context : ArrayId::X;
    if (!trial.has(id, source))
        return;
    const Index width = trial.correct_matrix(id, 0, 0).columns();
    const Index whole = trial.correct_matrix(source, 0, 0).columns();
    const Index heads = correct.extent(id).heads;
    const Index shared_by = trial.sizes().H / heads;
    if (whole != width && whole != heads * width)
        return;
    const auto columns = [&](Index item, Index head) {
        const Matrix all = trial.correct_matrix(source, item, 0);
        return whole == width ? all : all.column_block(head / shared_by * width, width);
    };
    trial.attempt(with_given(trial.layer(), trial, id, columns));
    if (id == ArrayId::V && trial.has(ArrayId::O))
        trial.attempt(with_given(trial.layer(), trial, ArrayId::O, [&](Index item, Index head) {
            return product_of(trial.correct_rows(ArrayId::A, item, head), columns(item, head), trial.rows(ArrayId::O));
        }));
}

/// A column of a packed projection of queries, keys and values.
struct PackedOutput {
    std::size_t part = 0; ///< 0: queries, 1: keys, 2: values
    Index head = 0;       ///< index among the heads that have matrices of their own: H, or H_kv for keys and values
    Index column = 0;
    bool operator==(const PackedOutput&) const = default;
};

constexpr std::array packed{Q, K, V};

/// The columns of a packed projection in their order: all of Q, then all of K, then all of V; or these three for each
/// group of heads.
std::vector<PackedOutput> packed_outputs(const Sizes& sizes, bool by_group) {
    std::vector<PackedOutput> outputs;
    const Index groups = by_group ? sizes.H_kv() : 1;
    for (Index group = 0; group < groups; ++group)
        for (std::size_t part = 0; part < packed.size(); ++part) {
            const Index heads = (part == 0 ? sizes.H : sizes.H_kv()) / groups;
            for (Index n = 0; n < heads * sizes.d_k; ++n)
                outputs.push_back({part, group * heads + n / sizes.d_k, n % sizes.d_k});
        }
    return outputs;
}

/// The layer that reads a packed projection in the wrong order: its columns are stored in the order `lying`, and are
/// read as if their order were `taken`. No product is computed, since columns only move.
Layer with_columns_taken(const Trial& trial, const std::vector<PackedOutput>& lying,
                         const std::vector<PackedOutput>& taken) {
    const Sizes& sizes = trial.sizes();
    Layer layer = trial.layer();
    for (std::size_t part = 0; part < packed.size(); ++part) {
        const IndexRange rows = trial.rows_of_tokens(packed.at(part));
        layer = with_given(std::move(layer), trial, packed.at(part), [&, part = part](Index item, Index head) {
            const Index own = part == 0 ? head : head / sizes.queries_per_kv;
            const auto first = lying.begin() + (std::ranges::find(taken, PackedOutput{part, own, 0}) - taken.begin());
            std::vector<Matrix> from_columns;
            for (auto from = first; from != first + sizes.d_k; ++from) {
                const Index owner = from->part == 0 ? from->head : from->head * sizes.queries_per_kv;
                from_columns.push_back(
                    trial.correct_rows(packed.at(from->part), item, owner, rows).column_block(from->column, 1));
            }
            return filled_rows({sizes.S_q, sizes.d_k}, rows,
                               [&](Index i, Index c) { return from_columns[static_cast<std::size_t>(c)](i, 0); });
        });
    }
    return layer;
}

void split_packed_by_head(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    const Layer& layer = trial.layer();
    const HeadWeights& first = layer.heads.front();
    const bool are_made = std::ranges::all_of(packed, [&](ArrayId stage) { return trial.has(stage); });
    if (!are_made || first.W_Q.empty() || first.W_K.empty() || first.W_V.empty() || layer.context ||
        sizes.d_k != sizes.d_v || sizes.H == 1)
        return;
    const auto behind = packed_outputs(sizes, false);
    const auto by_group = packed_outputs(sizes, true);
    trial.attempt(with_columns_taken(trial, behind, by_group));
    trial.attempt(with_columns_taken(trial, by_group, behind));
}

void take_packed_parts_in_turn(Trial& trial) {
    for (const ArrayId stage : packed)
        if (!trial.has(stage) || trial.correct().extent(stage) != trial.correct().extent(Q) ||
            shape_of(trial.sizes(), stage) != shape_of(trial.sizes(), Q) || trial.layer().context)
            return;
    for (const auto& [by, form] :
         {std::pair{1, "the parts are taken as V, Q, K"}, {2, "the parts are taken as K, V, Q"}}) {
        Layer layer = trial.layer();
        for (std::size_t part = 0; part < packed.size(); ++part)
            layer = with_copied(std::move(layer), trial,
                                packed.at((part + static_cast<std::size_t>(by)) % packed.size()), packed.at(part));
        trial.attempt(layer, form);
    }
}

void leave_out_W_O(Trial& trial) {
    const Matrix& bias = trial.layer().b_O;
    if (!trial.has(concat, Y) || trial.sizes().H * trial.sizes().d_v != trial.sizes().D)
        return;
    trial.attempt(with_copied(trial.layer(), trial, concat, Y));
    if (!bias.empty())
        trial.attempt(with_cells(trial.layer(), trial, Y, [&](Index item, Index) {
            return [&, joined = trial.correct_rows(concat, item, 0)](Index i, Index d) {
                return joined(i, d) + bias(0, d);
            };
        }));
}

void add_input_to_output(Trial& trial) {
    for (const auto& [added, form] : {std::pair{X, ""}, {resid_pre, "as it is before the norm"}})
        if (trial.has(added, Y))
            trial.attempt(with_cells(trial.layer(), trial, Y,
                                     [&, added = added](Index item, Index) {
                                         return [input = trial.correct_rows(added, item, 0),
                                                 output = trial.correct_rows(Y, item, 0)](Index i, Index d) {
                                             return input(i, d) + output(i, d);
                                         };
                                     }),
                          form);
}

void take_other_block(Trial& trial) {
    for (const auto& [behind, form] : {std::pair<Index, std::string_view>{-1, "the one before"},
                                       {1, "the one behind"},
                                       {-2, "the second before"},
                                       {2, "the second behind"}}) {
        const auto other = trial.block_beside(behind);
        if (!other || other->heads.size() != trial.layer().heads.size() ||
            other->queries_per_kv != trial.layer().queries_per_kv)
            continue;
        for (const bool with_norm : {true, false})
            trial.attempt_changed(
                [&](Layer& layer) {
                    layer.heads = other->heads;
                    layer.b_O = other->b_O;
                    if (with_norm)
                        layer.norm = other->norm;
                },
                form);
    }
}

constexpr std::array bugs_of_weights{
    KnownBug{"other-layer", "the weights of another layer are used", X, take_other_block, nullptr, true},
    KnownBug{"W_Q-transposed", "W_Q is transposed: X W_Qᵀ instead of X W_Q", Q,
             [](Trial& trial) { try_transposed(trial, {W_Q}); }},
    KnownBug{"W_K-transposed", "W_K is transposed: X W_Kᵀ instead of X W_K", K,
             [](Trial& trial) { try_transposed(trial, {W_K}); }},
    KnownBug{"W_V-transposed", "W_V is transposed: X W_Vᵀ instead of X W_V", V,
             [](Trial& trial) { try_transposed(trial, {W_V}); }},
    KnownBug{"W_QKV-transposed", "W_Q, W_K and W_V are transposed: X Wᵀ instead of X W", Q,
             [](Trial& trial) {
                 try_transposed(trial, {W_Q, W_K, W_V});
             }},
    KnownBug{"all-weights-transposed", "all four weights are transposed: X Wᵀ instead of X W", Q,
             [](Trial& trial) {
                 try_transposed(trial, {W_Q, W_K, W_V, W_O});
             }},
    KnownBug{"Q-as-K", "Q is made with W_K instead of W_Q, or K is used in its place", Q,
             [](Trial& trial) { try_as(trial, for_Q, for_K); }},
    KnownBug{"Q-as-V", "Q is made with W_V instead of W_Q, or V is used in its place", Q,
             [](Trial& trial) { try_as(trial, for_Q, for_V); }},
    KnownBug{"K-as-Q", "K is made with W_Q instead of W_K, or Q is used in its place", K,
             [](Trial& trial) { try_as(trial, for_K, for_Q); }},
    KnownBug{"K-as-V", "K is made with W_V instead of W_K, or V is used in its place", K,
             [](Trial& trial) { try_as(trial, for_K, for_V); }},
    KnownBug{"V-as-Q", "V is made with W_Q instead of W_V, or Q is used in its place", V,
             [](Trial& trial) { try_as(trial, for_V, for_Q); }},
    KnownBug{"V-as-K", "V is made with W_K instead of W_V, or K is used in its place", V,
             [](Trial& trial) { try_as(trial, for_V, for_K); }},
    KnownBug{"W_Q-W_K-swapped", "W_Q and W_K are swapped", Q, [](Trial& trial) { try_swapped(trial, for_Q, for_K); }},
    KnownBug{"W_K-W_V-swapped", "W_K and W_V are swapped", K, [](Trial& trial) { try_swapped(trial, for_K, for_V); }},
    KnownBug{"W_Q-W_V-swapped", "W_Q and W_V are swapped", Q, [](Trial& trial) { try_swapped(trial, for_Q, for_V); }},
    KnownBug{"packed-by-head",
             "the tensor of Q, K and V is cut head by head where all queries come first, or the other way round", Q,
             split_packed_by_head},
    KnownBug{"QKV-rotated", "the tensor of Q, K and V is cut in another order than Q, K, V", Q,
             take_packed_parts_in_turn},
    KnownBug{"Q-unprojected", "Q is X itself, not multiplied by W_Q", Q,
             [](Trial& trial) { try_unprojected(trial, ArrayId::Q); }},
    KnownBug{"K-unprojected", "K is X itself, not multiplied by W_K", K,
             [](Trial& trial) { try_unprojected(trial, ArrayId::K); }},
    KnownBug{"V-unprojected", "V is X itself, not multiplied by W_V", V,
             [](Trial& trial) { try_unprojected(trial, ArrayId::V); }},
    KnownBug{"W_O-transposed", "W_O is transposed: C W_Oᵀ instead of C W_O", parts,
             [](Trial& trial) { try_transposed(trial, {W_O}); }},
    KnownBug{"no-W_O", "W_O is left out: the output is the joined heads", Y, leave_out_W_O},
    KnownBug{"residual", "the input X is added to the output, which belongs to the block around this layer", Y,
             add_input_to_output}};

} // namespace

std::span<const KnownBug> known_bugs_of_weights() {
    return bugs_of_weights;
}

} // namespace attn
