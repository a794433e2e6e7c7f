#include "tests/core/document/sessions.h"

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
           left.positions.kind == right.positions.kind && equal_matrices(left.positions.rows, right.positions.rows);
}

bool equal_masks(const Mask& left, const Mask& right) {
    return left.causal == right.causal && left.pad_tokens == right.pad_tokens && left.window == right.window &&
           equal_matrices(left.painted, right.painted) && equal_lists(left.padding, right.padding) &&
           equal_lists(left.given, right.given);
}

bool equal_heads(const HeadWeights& left, const HeadWeights& right) {
    return left.on == right.on && equal_matrices(left.W_Q, right.W_Q) && equal_matrices(left.W_K, right.W_K) &&
           equal_matrices(left.W_V, right.W_V) && equal_matrices(left.W_O, right.W_O) &&
           equal_matrices(left.b_Q, right.b_Q) && equal_matrices(left.b_K, right.b_K) &&
           equal_matrices(left.b_V, right.b_V) && equal_matrices(left.Q_norm_gain, right.Q_norm_gain) &&
           equal_matrices(left.Q_norm_bias, right.Q_norm_bias) && equal_matrices(left.K_norm_gain, right.K_norm_gain) &&
           equal_matrices(left.K_norm_bias, right.K_norm_bias) && equal_matrices(left.V_norm_gain, right.V_norm_gain);
}

bool equal_layers(const Layer& left, const Layer& right) {
    if (!left.context != !right.context || (left.context && !equal_sequences(*left.context, *right.context)))
        return false;
    return left.name == right.name && equal_sequences(left.sequence, right.sequence) &&
           std::ranges::equal(left.heads, right.heads, equal_heads) && equal_matrices(left.b_O, right.b_O) &&
           left.queries_per_kv == right.queries_per_kv && left.rotary == right.rotary &&
           left.head_norm == right.head_norm && left.V_norm == right.V_norm && left.caveats == right.caveats &&
           left.soft_cap == right.soft_cap && left.norm.kind == right.norm.kind &&
           equal_matrices(left.norm.gain, right.norm.gain) && equal_matrices(left.norm.bias, right.norm.bias) &&
           left.norm.epsilon == right.norm.epsilon && equal_masks(left.mask, right.mask) && left.scale == right.scale &&
           left.temperature == right.temperature && equal_maps(left.given, right.given) && left.pins == right.pins;
}

} // namespace

bool equal_sessions(const Session& left, const Session& right) {
    return left.title == right.title && left.question == right.question && left.about == right.about &&
           left.hint == right.hint && left.seed == right.seed && left.notation == right.notation &&
           left.tokens_as_columns == right.tokens_as_columns && left.opening == right.opening &&
           left.origin == right.origin && left.figures == right.figures && left.hypotheses == right.hypotheses &&
           left.readouts == right.readouts && left.split == right.split && left.goals == right.goals &&
           std::ranges::equal(left.layers, right.layers, equal_layers);
}

} // namespace attn::test
