#include "core/check/altered_layer.h"
#include "core/check/bug_attempts.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace attn {

namespace {

/// Sizes of a stage with all heads side by side.
struct JoinedSizes {
    Index tokens = 0;
    Index heads = 0;
    Index width = 0; // of one head
};

struct Place {
    Index row = 0;
    Index column = 0;
};

/// Where in S x H·d the cell (i, c) of a head comes from.
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

/// Where in the heads the cell (i, k) of the joined matrix comes from: head, row, column.
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

/// What heads put beside each other.
ArrayId joined_of(const Trace& trace) {
    return trace.recipe(ArrayId::concat).operands[0].array;
}

JoinedSizes sizes_of_stage(const Trace& trace, ArrayId id) {
    const Matrix one = trace.compute_uncached({id, 0, 0});
    return {one.rows(), trace.extent(id).heads, one.columns()};
}

/// All heads' own matrices of a stage, of which these rows are read.
std::vector<Matrix> heads_of_stage(const Trace& trace, ArrayId id, Index item, IndexRange rows) {
    std::vector<Matrix> heads;
    for (const Address slot : trace.slots(id))
        if (slot.item == item)
            heads.push_back(trace.compute_rows_uncached(slot, rows));
    return heads;
}

/// Of some rows of a stage.
Matrix sum_of_heads(const Trace& trace, ArrayId id, Index item, IndexRange rows) {
    const Shape shape = shape_of(trace.sizes(), id);
    std::vector<double> sums(static_cast<std::size_t>(rows.count() * shape.columns));
    const auto sum = [&](Index i, Index j) -> double& {
        return sums[static_cast<std::size_t>((i - rows.first) * shape.columns + j)];
    };
    for (const Address slot : trace.slots(id)) {
        if (slot.item != item)
            continue;
        const Matrix head = trace.compute_rows_uncached(slot, rows);
        for (Index i = rows.first; i < rows.last; ++i)
            for (Index j = 0; j < shape.columns; ++j)
                sum(i, j) += static_cast<double>(head(i, j));
    }
    return filled_rows(shape, rows, sum);
}

/// Of which these rows are read.
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

/// The layer in which the heads of `computed` are joined in another way.
Layer with_join(Layer layer, const Trial& trial, const Trace& computed, Join join, IndexRange rows) {
    const ArrayId joined = joined_of(computed);
    const JoinedSizes sizes = sizes_of_stage(trial.correct(), joined);
    return with_given(std::move(layer), trial, ArrayId::concat, [&](Index item, Index) {
        const std::vector<Matrix> heads = heads_of_stage(computed, joined, item, rows);
        return filled_rows({sizes.tokens, sizes.heads * sizes.width}, trial.rows(ArrayId::concat),
                           [&](Index i, Index k) {
                               const HeadPlace from = join(sizes, i, k);
                               return heads[static_cast<std::size_t>(from.head)](from.row, from.column);
                           });
    });
}

bool has_all(const Trace& trace, std::initializer_list<ArrayId> stages) {
    return std::all_of(stages.begin(), stages.end(), [&](ArrayId id) { return trace.has(id); });
}

/// Q, K and V cut so, then joined rightly or by the inverse, which reads these rows of the heads; or only one of the
/// three.
void try_cut(Trial& trial, Cut cut, Join inverse, IndexRange joined_rows) {
    using enum ArrayId;
    const Trace& correct = trial.correct();
    if (!has_all(correct, {Q, K, V}) || trial.sizes().H == 1)
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
    if (has_all(trial.correct(), {joined_of(trial.correct()), ArrayId::concat}) && trial.sizes().H > 1)
        trial.attempt(with_join(trial.layer(), trial, trial.correct(), join, {0, trial.sizes().S_q}));
}

} // namespace

void reshape_to_heads(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    const IndexRange rows = trial.rows(ArrayId::concat);
    // One after the other, all heads' rows are H times as many as the joined ones.
    const Index first = rows.first * sizes.H;
    const Index last = rows.last * sizes.H - 1;
    const bool are_of_one_head = first / sizes.S_q == last / sizes.S_q;
    try_cut(trial, cut_of_reshaping, join_of_reshaping,
            are_of_one_head ? IndexRange{first % sizes.S_q, last % sizes.S_q + 1} : IndexRange{0, sizes.S_q});
}

void interleave_heads(Trial& trial) {
    try_cut(trial, interleaved_cut, interleaved_join, trial.rows(ArrayId::concat));
}

void take_tokens_for_heads(Trial& trial) {
    const Sizes& sizes = trial.sizes();
    if (sizes.H == sizes.S_q && sizes.H == sizes.S_k && sizes.queries_per_kv == 1)
        try_cut(trial, cut_of_tokens, join_of_tokens, {0, sizes.S_q});
}

void use_one_head(Trial& trial) {
    const Trace& correct = trial.correct();
    if (!correct.has(ArrayId::scores) || trial.sizes().H == 1)
        return;
    std::vector<Matrix> sums; // of each item
    for (Index item = 0; item < trial.sizes().B; ++item)
        sums.push_back(sum_of_heads(correct, ArrayId::scores, item, trial.rows(ArrayId::scores)));
    Layer layer = with_given(trial.layer(), trial, ArrayId::scores,
                             [&](Index item, Index) { return sums[static_cast<std::size_t>(item)]; });
    layer.scale = {Scale::Kind::value,
                   static_cast<float>(1 / std::sqrt(static_cast<double>(trial.sizes().H * trial.sizes().d_k)))};
    trial.attempt(layer);
}

void tile_groups(Trial& trial) {
    const Trace& correct = trial.correct();
    const Layer& layer = trial.layer();
    const auto& operands = trial.correct().recipe(ArrayId::scores).operands;
    const ArrayId queries = operands[0].array;
    const ArrayId keys = operands[1].array;
    const ArrayId values = correct.recipe(ArrayId::O).operands[1].array;
    if (trial.sizes().queries_per_kv == 1 || trial.sizes().H_kv() == 1 ||
        !has_all(correct, {queries, keys, values, ArrayId::A, ArrayId::O}))
        return;
    const auto tiled = [&](Index head) { return head % trial.sizes().H_kv() * trial.sizes().queries_per_kv; };
    const Layer other_keys = with_given(layer, trial, ArrayId::scores, [&](Index item, Index head) {
        return product_with_transposed_of(correct.compute_uncached({queries, item, head}),
                                          correct.compute_uncached({keys, item, tiled(head)}),
                                          trial.rows(ArrayId::scores));
    });
    const auto with_other_values = [&](const Layer& before, const Trace& computed) {
        return with_given(before, trial, ArrayId::O, [&](Index item, Index head) {
            const IndexRange rows = trial.rows(ArrayId::O);
            return product_of(computed.compute_rows_uncached({ArrayId::A, item, head}, rows),
                              correct.compute_uncached({values, item, tiled(head)}), rows);
        });
    };
    if (const auto computed = trial.compute(other_keys, ArrayId::A, trial.rows(ArrayId::A)))
        trial.attempt(with_other_values(other_keys, *computed));
    trial.attempt(other_keys);
    trial.attempt(with_other_values(layer, correct));
}

void reverse_heads(Trial& trial) {
    try_join(trial, join_in_reverse);
}

void reshape_from_heads(Trial& trial) {
    try_join(trial, join_of_reshaping);
}

void interleave_concat(Trial& trial) {
    try_join(trial, interleaved_join);
}

} // namespace attn
