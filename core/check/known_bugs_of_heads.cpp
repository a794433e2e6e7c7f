#include "core/check/agreement.h"
#include "core/check/altered_layer.h"
#include "core/check/known_bugs.h"
#include "core/tensor/eigen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <span>

namespace attn {

namespace {

using enum ArrayId;

/// The sizes of a matrix with the columns of all heads side by side, e.g. concat.
struct JoinedSizes {
    Index tokens = 0;
    Index heads = 0;
    Index width = 0; // columns of one head
};

struct Place {
    Index row = 0;
    Index column = 0;
};

/// Returns the cell of an S x H·d matrix that becomes cell (i, c) of a head.
using Cut = Place (*)(const JoinedSizes& sizes, Index head, Index i, Index c);

Place cut_of_reshaping(const JoinedSizes& sizes, Index head, Index i, Index c) {
    const Index flat = (head * sizes.tokens + i) * sizes.width + c;
    return {flat / (sizes.heads * sizes.width), flat % (sizes.heads * sizes.width)};
}

Place interleaved_cut(const JoinedSizes& sizes, Index head, Index i, Index c) {
    return {i, c * sizes.heads + head};
}

Place cut_of_tokens(const JoinedSizes& sizes, Index head, Index i, Index c) {
    return {head, i * sizes.width + c};
}

/// The head's cell from which a cell of the concatenated matrix is taken.
struct HeadPlace {
    Index head = 0;
    Index row = 0;
    Index column = 0;
};
using Join = HeadPlace (*)(const JoinedSizes& sizes, Index i, Index k);

HeadPlace join_of_reshaping(const JoinedSizes& sizes, Index i, Index k) {
    const Index flat = i * sizes.heads * sizes.width + k;
    return {flat / (sizes.tokens * sizes.width), flat / sizes.width % sizes.tokens, flat % sizes.width};
}

HeadPlace interleaved_join(const JoinedSizes& sizes, Index i, Index k) {
    return {k % sizes.heads, i, k / sizes.heads};
}

HeadPlace join_of_tokens(const JoinedSizes& sizes, Index i, Index k) {
    return {i, k / sizes.width, k % sizes.width};
}

HeadPlace join_in_reverse(const JoinedSizes& sizes, Index i, Index k) {
    return {sizes.heads - 1 - k / sizes.width, i, k % sizes.width};
}

/// The array whose heads are concatenated: O, or O after its gate.
ArrayId joined_of(const Trace& trace) {
    return trace.recipe(concat).operands[0].array;
}

JoinedSizes sizes_of_stage(const Trace& trace, ArrayId id) {
    const Matrix one = trace.compute_uncached({trace.layer().number, id, 0, 0});
    return {one.rows(), trace.extent(id).heads, one.columns()};
}

/// The matrices of all heads of a stage, in which only `rows` are read.
std::vector<Matrix> heads_of_stage(const Trace& trace, ArrayId id, Index item, IndexRange rows) {
    std::vector<Matrix> heads;
    for (const Address slot : trace.slots(id))
        if (slot.item == item)
            heads.push_back(trace.compute_rows_uncached(slot, rows));
    return heads;
}

/// The layer in which `cut` splits a stage into heads; the cut reads only `rows`.
Layer with_cut(Layer layer, const Trial& trial, ArrayId id, Cut cut, IndexRange rows) {
    const Trace& correct = trial.correct();
    const JoinedSizes sizes = sizes_of_stage(correct, id);
    const Index shared_by = correct.sizes().H / sizes.heads;
    std::vector<std::vector<Matrix>> items;
    for (Index item = 0; item < correct.sizes().B; ++item)
        items.push_back(heads_of_stage(correct, id, item, {0, sizes.tokens}));
    return with_given(std::move(layer), trial, id, [&](Index item, Index head) {
        const std::vector<Matrix>& heads = items[static_cast<std::size_t>(item)];
        return filled_rows({sizes.tokens, sizes.width}, rows, [&](Index i, Index c) {
            const Place from = cut(sizes, head / shared_by, i, c);
            return heads[static_cast<std::size_t>(from.column / sizes.width)](from.row, from.column % sizes.width);
        });
    });
}

/// The layer in which `join` concatenates the heads of `computed`.
Layer with_join(Layer layer, const Trial& trial, const Trace& computed, Join join, IndexRange rows) {
    const ArrayId joined = joined_of(computed);
    const JoinedSizes sizes = sizes_of_stage(trial.correct(), joined);
    return with_given(std::move(layer), trial, concat, [&](Index item, Index) {
        const std::vector<Matrix> heads = heads_of_stage(computed, joined, item, rows);
        return filled_rows({sizes.tokens, sizes.heads * sizes.width}, trial.rows(concat), [&](Index i, Index k) {
            const HeadPlace from = join(sizes, i, k);
            return heads[static_cast<std::size_t>(from.head)](from.row, from.column);
        });
    });
}

bool has_all(const Trace& trace, std::initializer_list<ArrayId> stages) {
    return std::all_of(stages.begin(), stages.end(), [&](ArrayId id) { return trace.has(id); });
}

/// Tries Q, K and V split by `cut`, with heads concatenated rightly or by `inverse`, which reads `joined_rows` of each
/// head; then only one of Q, K and V split by `cut`.
void try_cut(Trial& trial, Cut cut, Join inverse, IndexRange joined_rows) {
    const Trace& correct = trial.correct();
    if (!trial.has(Q, K, V) || trial.sizes().H == 1)
        return;
    Layer all = trial.layer();
    for (const ArrayId id : {Q, K, V})
        all = with_cut(std::move(all), trial, id, cut, id == Q ? united(trial.rows(Q), joined_rows) : trial.rows(id));
    trial.attempt(all);
    if (const auto computed = trial.compute(all, joined_of(correct), joined_rows);
        computed && has_all(*computed, {joined_of(correct), concat}))
        trial.attempt(with_join(all, trial, *computed, inverse, joined_rows));
    for (const ArrayId id : {Q, K, V})
        trial.attempt(with_given_of(trial.layer(), all, id));
}

void try_join(Trial& trial, Join join) {
    if (trial.has(joined_of(trial.correct()), concat) && trial.sizes().H > 1)
        trial.attempt(with_join(trial.layer(), trial, trial.correct(), join, {0, trial.sizes().S_q}));
}

void reshape_to_heads(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    const IndexRange rows = trial.rows(concat);
    // All heads one below the other have H times as many rows as the concatenated matrix.
    const Index first = rows.first * sizes.H;
    const Index last = rows.last * sizes.H - 1;
    const bool are_of_one_head = first / sizes.S_q == last / sizes.S_q;
    try_cut(trial, cut_of_reshaping, join_of_reshaping,
            are_of_one_head ? IndexRange{first % sizes.S_q, last % sizes.S_q + 1} : IndexRange{0, sizes.S_q});
}

void interleave_heads(Trial& trial) {
    try_cut(trial, interleaved_cut, interleaved_join, trial.rows(concat));
}

void take_tokens_for_heads(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    if (sizes.H == sizes.S_q && sizes.H == sizes.S_k && sizes.queries_per_kv == 1)
        try_cut(trial, cut_of_tokens, join_of_tokens, {0, sizes.S_q});
}

void use_one_head(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!trial.has(scores) || trial.sizes().H == 1)
        return;
    std::vector<Matrix> sums; // by item
    for (Index item = 0; item < trial.sizes().B; ++item)
        sums.push_back(mean_of_heads(correct, scores, item, trial.rows(scores), 1.0));
    Layer layer = with_given(trial.layer(), trial, scores,
                             [&](Index item, Index) { return sums[static_cast<std::size_t>(item)]; });
    layer.scale = {Scale::Kind::value,
                   static_cast<float>(1 / std::sqrt(static_cast<double>(trial.sizes().H * trial.sizes().d_k)))};
    trial.attempt(layer);
}

/// Tries a layer in which head h reads the keys and values of KV head group_of(h).
template <class GroupOf>
void take_groups(Trial& trial, const GroupOf& group_of) {
    const Trace& correct = trial.correct();
    const Layer& layer = trial.layer();
    const auto& operands = trial.correct().recipe(scores).operands;
    const ArrayId queries = operands[0].array;
    const ArrayId keys = operands[1].array;
    const ArrayId values = correct.recipe(O).operands[1].array;
    if (trial.sizes().queries_per_kv == 1 || trial.sizes().H_kv() == 1 || !trial.has(queries, keys, values, A, O))
        return;
    const auto other = [&](Index head) { return group_of(head) * trial.sizes().queries_per_kv; };
    const Layer other_keys = with_given(layer, trial, scores, [&](Index item, Index head) {
        return product_with_transposed_of(trial.correct_matrix(queries, item, head),
                                          trial.correct_matrix(keys, item, other(head)), trial.rows(scores));
    });
    const auto with_other_values = [&](const Layer& before, const Trace& computed) {
        return with_given(before, trial, O, [&](Index item, Index head) {
            const IndexRange rows = trial.rows(O);
            return product_of(computed.compute_rows_uncached({computed.layer().number, A, item, head}, rows),
                              trial.correct_matrix(values, item, other(head)), rows);
        });
    };
    if (const auto computed = trial.compute(other_keys, A, trial.rows(A)))
        trial.attempt(with_other_values(other_keys, *computed));
    trial.attempt(other_keys, "keys alone, values are right");
    trial.attempt(with_other_values(layer, correct), "values alone, keys are right");
}

void tile_groups(Trial& trial) {
    take_groups(trial, [&](Index head) { return head % trial.sizes().H_kv(); });
}

void shift_groups(Trial& trial) {
    const Index groups = trial.sizes().H_kv();
    for (const Index by : {Index{1}, groups - 1})
        take_groups(trial, [&](Index head) { return (head / trial.sizes().queries_per_kv + by) % groups; });
}

/// Tries twice as many heads, or half as many, with the same columns in total.
void take_other_number_of_heads(Trial& trial) {
    const Layer& layer = trial.layer();
    const Sizes& sizes = trial.sizes();
    const bool knows_heads = layer.rotary.pairs != Rotary::Pairs::off || layer.alibi || !layer.pins.empty() ||
                             !trial.has(Q, K, V, concat) || sizes.queries_per_kv != 1 ||
                             trial.correct().recipe(concat).operands[0].array != O ||
                             trial.correct().recipe(scores).operands[0].array != Q ||
                             trial.correct().recipe(O).operands[1].array != V || mask_extent(layer).heads > 1;
    for (const Index heads : {2 * sizes.H, sizes.H / 2}) {
        const Index columns = sizes.H * sizes.d_k;
        if (knows_heads || heads == 0 || columns % heads != 0 || sizes.d_v != sizes.d_k || 2 * heads % sizes.H != 0)
            continue;
        Layer other = layer;
        other.heads.assign(static_cast<std::size_t>(heads), {});
        other.sequence.embeddings = nullptr;
        other.sequence.positions = {};
        other.norm = {};
        other.b_O = {};
        other.given.clear();
        for (const ArrayId stage : {Q, K, V})
            for (Index item = 0; item < sizes.B; ++item) {
                const Index rows = shape_of(sizes, stage).rows;
                const Matrix all = side_by_side(heads_of_stage(trial.correct(), stage, item, {0, rows}));
                for (Index head = 0; head < heads; ++head)
                    other.given[{other.number, stage, item, head}] =
                        all.column_block(head * (columns / heads), columns / heads);
            }
        if (!validate(other))
            continue;
        Engine engine(0);
        const Trace& made = engine.compute_rows(other, {concat, trial.rows(concat)});
        trial.attempt(with_taken(layer, trial, made, concat, concat),
                      heads > sizes.H ? "twice as many" : "half as many");
    }
}

bool has_gate(const Trial& trial) {
    return trial.has(gate, O, O_gated);
}

/// Tries outputs of heads that are multiplied by opens(gate) instead of the gate.
template <class Opens>
void try_gate(Trial& trial, const Opens& opens) {
    if (!has_gate(trial))
        return;
    trial.attempt(with_numbers(trial.layer(), trial, gate, gate, [&](Index, double open) { return opens(open); }));
    // The gate itself may be right, and only the product with it wrong.
    trial.attempt(with_cells(trial.layer(), trial, O_gated, [&](Index item, Index head) {
        return [&, output = trial.correct_rows(O, item, head), right = trial.correct_rows(gate, item, head)](Index i,
                                                                                                             Index c) {
            return static_cast<double>(output(i, c)) * opens(static_cast<double>(right(i, c)));
        };
    }));
}

/// The inverse of the sigmoid: ln(p / (1 − p)).
double before_sigmoid(double share) {
    return std::log(share / (1 - share));
}

void leave_out_gate(Trial& trial) {
    if (has_gate(trial))
        trial.attempt(with_copied(trial.layer(), trial, O, O_gated));
}

void gate_values(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    if (!has_gate(trial) || sizes.S_q != sizes.S_k || sizes.queries_per_kv != 1 || trial.layer().context ||
        !trial.has(A))
        return;
    const ArrayId values = trial.correct().recipe(O).operands[1].array;
    const IndexRange rows = trial.rows(O_gated);
    trial.attempt(with_given(trial.layer(), trial, O_gated, [&](Index item, Index head) {
        const Matrix open = trial.correct_matrix(gate, item, head);
        const Matrix all = trial.correct_matrix(values, item, head);
        const Matrix let_through = matrix_of(eigen(open).cwiseProduct(eigen(all)));
        return product_of(trial.correct_rows(A, item, head), let_through, rows);
    }));
}

constexpr std::array bugs_of_heads{
    KnownBug{"groups-shifted", "heads take the keys and values of the group beside their own", scores, shift_groups,
             nullptr, false, O},
    KnownBug{"other-heads", "there is another number of heads", concat, take_other_number_of_heads},
    KnownBug{
        "heads-reshaped",
        "heads are split the wrong way round: (S, H·d) is reshaped to (H, S, d); reshape to (S, H, d), then transpose",
        Q, reshape_to_heads},
    KnownBug{
        "heads-interleaved",
        "heads are split the wrong way round: head h takes every H-th column instead of columns h·d to h·d + d − 1", Q,
        interleave_heads},
    KnownBug{"heads-as-tokens", "the axes of heads and tokens are taken for each other: (S, H, d) for (H, S, d)", Q,
             take_tokens_for_heads},
    KnownBug{
        "groups-tiled",
        "heads take shared keys and values in turns (head h those of h mod H_kv) instead of neighbours sharing them",
        scores, tile_groups, nullptr, false, O},
    KnownBug{"one-head", "heads are not split: one softmax over scores of the full width", scores, use_one_head},
    KnownBug{"heads-reversed", "heads are joined in reverse order", concat,
             [](Trial& trial) { try_join(trial, join_in_reverse); }},
    KnownBug{"concat-reshaped",
             "heads are joined the wrong way round: (H, S, d) is reshaped to (S, H·d) without transposing", concat,
             [](Trial& trial) { try_join(trial, join_of_reshaping); }},
    KnownBug{"concat-interleaved", "concat is interleaved: the first columns of all heads, then their second ones …",
             concat, [](Trial& trial) { try_join(trial, interleaved_join); }},
    KnownBug{"no-gate", "the gate is left out: heads' outputs go on as they are", O_gated, leave_out_gate},
    KnownBug{"gate-twice", "the gate is applied twice", O_gated,
             [](Trial& trial) { try_gate(trial, [](double open) { return open * open; }); }},
    KnownBug{"gate-without-sigmoid", "the gate is X W_G itself: sigmoid is left out", gate,
             [](Trial& trial) { try_gate(trial, before_sigmoid); }},
    KnownBug{"gate-silu", "the gate is SiLU instead of sigmoid: x · sigmoid(x)", gate,
             [](Trial& trial) { try_gate(trial, [](double open) { return open * before_sigmoid(open); }); }},
    KnownBug{"gate-on-V", "the gate is applied to the values before they are mixed, instead of the heads' outputs",
             O_gated, gate_values}};

} // namespace

std::span<const KnownBug> known_bugs_of_heads() {
    return bugs_of_heads;
}

} // namespace attn
