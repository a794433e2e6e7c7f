// Edits of whole heads.

#include "core/document/session/edit_steps.h"
#include "core/document/session/places.h"
#include "core/document/session/session_limits.h"
#include "core/explain/head_hypotheses.h"

#include <array>
#include <initializer_list>

namespace attn {

namespace {

Result<void> check_head(const Layer& layer, Index head) {
    if (head >= 0 && head < static_cast<Index>(layer.heads.size()))
        return {};
    return error("there is no head {}, expected 1 to {}", head + 1, layer.heads.size());
}

struct BiasOfWeight {
    ArrayId bias;
    ArrayId weight;
};
constexpr std::array biases{BiasOfWeight{ArrayId::b_Q, ArrayId::W_Q}, BiasOfWeight{ArrayId::b_K, ArrayId::W_K},
                            BiasOfWeight{ArrayId::b_V, ArrayId::W_V}, BiasOfWeight{ArrayId::b_O, ArrayId::W_O}};

/// Adds a bias of zeros to every head that has the weight but no bias.
void add_bias(Layer& layer, const BiasOfWeight& pair) {
    if (parameter(layer, pair.weight, 0).empty() || !parameter(layer, pair.bias, 0).empty())
        return;
    const Shape shape = shape_of(sizes_of(layer), pair.bias);
    const Matrix zeros = Matrix::zeros(shape.rows, shape.columns);
    for (Index head = 0; head < (has_heads(pair.bias) ? static_cast<Index>(layer.heads.size()) : 1); ++head)
        parameter(layer, pair.bias, head) = zeros;
}

void remove_bias(Layer& layer, ArrayId bias) {
    for (Index head = 0; head < (has_heads(bias) ? static_cast<Index>(layer.heads.size()) : 1); ++head)
        parameter(layer, bias, head) = Matrix();
}

Matrix zeros_like(const Matrix& matrix) {
    return matrix.empty() ? Matrix() : Matrix::zeros(matrix.rows(), matrix.columns());
}

} // namespace

Result<Applied> apply_edit(Session session, const SetHeadOn& edit) {
    if (auto fits = check_head(session.layer(), edit.head); !fits)
        return fits.error();
    session.layer().heads[static_cast<std::size_t>(edit.head)].on = edit.on;
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const SetHypothesis& edit) {
    if (auto fits = check_head(session.layer(), edit.head); !fits)
        return fits.error();
    if (auto fits = check_hypothesis_text(edit.words); !fits)
        return fits.error();
    if (edit.words.empty())
        session.hypotheses.erase(edit.head);
    else if (const auto known = find_hypothesis(edit.words))
        session.hypotheses[edit.head] = hypothesis_name(*known);
    else
        session.hypotheses[edit.head] = edit.words;
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const SwapQueryAndKey& edit) {
    Layer& layer = session.layer();
    if (auto fits = check_head(layer, edit.head); !fits)
        return fits.error();
    if (layer.queries_per_kv > 1)
        return error("{} and {} cannot change places: {} heads share one {}", named(ArrayId::W_Q), named(ArrayId::W_K),
                     layer.queries_per_kv, named(ArrayId::W_K));
    HeadWeights& weights = layer.heads[static_cast<std::size_t>(edit.head)];
    if (weights.W_Q.empty() || weights.W_K.empty())
        return error("{} and {} cannot change places: this layer does not have both", named(ArrayId::W_Q),
                     named(ArrayId::W_K));
    if (weights.W_Q.shape() != weights.W_K.shape())
        return error("{} and {} cannot change places: their shapes are {} and {}", named(ArrayId::W_Q),
                     named(ArrayId::W_K), shape_in_words(weights.W_Q.shape()), shape_in_words(weights.W_K.shape()));
    if (weights.b_Q.empty() != weights.b_K.empty())
        for (const BiasOfWeight& pair : {biases[0], biases[1]})
            add_bias(layer, pair);
    std::swap(weights.W_Q, weights.W_K);
    std::swap(weights.b_Q, weights.b_K);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const MakeUniform& edit) {
    if (auto fits = check_head(session.layer(), edit.head); !fits)
        return fits.error();
    HeadWeights& weights = session.layer().heads[static_cast<std::size_t>(edit.head)];
    if (weights.W_Q.empty())
        return error("{} does not exist in this session", named(ArrayId::W_Q));
    weights.W_Q = zeros_like(weights.W_Q);
    weights.b_Q = zeros_like(weights.b_Q);
    return Applied{std::move(session), {}};
}

Result<Applied> apply_edit(Session session, const SetBiases& edit) {
    for (const BiasOfWeight& pair : biases) {
        if (edit.on)
            add_bias(session.layer(), pair);
        else
            remove_bias(session.layer(), pair.bias);
    }
    return Applied{std::move(session), {}};
}

} // namespace attn
