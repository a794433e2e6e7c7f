#include "tests/core/document/sessions.h"

#include "core/model/arrays.h"
#include "core/model/options.h"

#include <algorithm>

namespace attn::test {

namespace {

bool equal_matrices(const Matrix& left, const Matrix& right) {
    return left.empty() == right.empty() && (left.empty() || equal_bits(left, right));
}

bool equal_lists(const std::vector<Matrix>& left, const std::vector<Matrix>& right) {
    return std::ranges::equal(left, right, equal_matrices);
}

template <class Map>
bool equal_maps(const Map& left, const Map& right) {
    return std::ranges::equal(left, right, [](const auto& one, const auto& other) {
        return one.first == other.first && equal_matrices(one.second, other.second);
    });
}

bool equal_sequences(const Sequence& left, const Sequence& right) {
    if (left.items != right.items || !left.embeddings != !right.embeddings)
        return false;
    return (!left.embeddings || equal_maps(*left.embeddings, *right.embeddings)) &&
           left.positions.kind == right.positions.kind && equal_matrices(left.positions.rows, right.positions.rows) &&
           equal_matrices(left.positions.from_end, right.positions.from_end);
}

bool equal_mask_matrices(const Mask& left, const Mask& right) {
    return equal_matrices(left.painted, right.painted) && equal_lists(left.padding, right.padding) &&
           equal_lists(left.given, right.given);
}

bool equal_parameters(const Layer& left, const Layer& right) {
    for (const Array& row : parameters())
        for (Index head = 0; head < (row.heads == Heads::none ? 1 : std::ssize(left.heads)); ++head)
            if (!equal_matrices(parameter(left, row.id, head), parameter(right, row.id, head)))
                return false;
    return true;
}

bool equal_layers(const Layer& left, const Layer& right) {
    if (!left.context != !right.context || (left.context && !equal_sequences(*left.context, *right.context)))
        return false;
    return left.name == right.name && equal_sequences(left.sequence, right.sequence) &&
           std::ranges::equal(left.heads, right.heads, {}, &HeadWeights::on, &HeadWeights::on) &&
           equal_parameters(left, right) && left.queries_per_kv == right.queries_per_kv &&
           left.norm.kind == right.norm.kind && left.norm.epsilon == right.norm.epsilon &&
           left.head_norm == right.head_norm && left.V_norm == right.V_norm &&
           std::ranges::all_of(options(), [&](const Option& row) { return row.value(left) == row.value(right); }) &&
           equal_mask_matrices(left.mask, right.mask) && left.caveats == right.caveats &&
           equal_maps(left.given, right.given) && left.pins == right.pins;
}

/// True if the baselines' layers are equal; nothing else of a baseline is kept.
bool equal_baselines(const Session& left, const Session& right) {
    if (!left.left_baseline || !right.left_baseline)
        return left.left_baseline == right.left_baseline;
    const auto of_baseline = [](const Session& session) {
        Layer layer = session.left_baseline->layer();
        layer.name.clear();
        layer.caveats.clear();
        return layer;
    };
    return equal_layers(of_baseline(left), of_baseline(right));
}

bool equal_changed_layers(const ChangedLayers& left, const ChangedLayers& right) {
    return std::ranges::equal(left, right, [](const auto& one, const auto& other) {
        Layer layer = *other.second;
        layer.name = one.second->name; // is not written
        layer.caveats = one.second->caveats;
        return one.first == other.first && equal_layers(*one.second, layer);
    });
}

} // namespace

bool equal_sessions(const Session& left, const Session& right) {
    return left.title == right.title && left.question == right.question && left.about == right.about &&
           left.hint == right.hint && left.seed == right.seed && left.notation == right.notation &&
           left.tokens_as_columns == right.tokens_as_columns && left.opening == right.opening &&
           left.origin == right.origin && left.figures == right.figures && left.hypotheses == right.hypotheses &&
           left.readouts == right.readouts && left.split == right.split && left.goals == right.goals &&
           left.cautions == right.cautions && equal_baselines(left, right) &&
           equal_changed_layers(left.changed_layers, right.changed_layers) && equal_layers(left.layer(), right.layer());
}

} // namespace attn::test
