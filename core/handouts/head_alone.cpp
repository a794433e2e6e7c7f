#include "core/handouts/head_alone.h"

#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

namespace {

bool depends_on_others(const Layer& layer) {
    const auto is_of_heads = [](const auto& given) {
        return has_heads(given.first.array) ||
               given.first.array > ArrayId::X; // what is given to all heads is no head's
    };
    return layer.alibi || layer.head_norm.across_heads || layer.V_norm.across_heads || !layer.pins.empty() ||
           std::ranges::any_of(layer.given, is_of_heads);
}

HeadWeights weights_of(const Layer& layer, Index head) {
    HeadWeights weights = layer.heads[static_cast<std::size_t>(head)];
    const HeadWeights& of_group = layer.heads[static_cast<std::size_t>(head - head % layer.queries_per_kv)];
    weights.W_K = of_group.W_K;
    weights.W_V = of_group.W_V;
    weights.b_K = of_group.b_K;
    weights.b_V = of_group.b_V;
    return weights;
}

/// Of what is added to the scores of each head what is added to those of one.
std::vector<Matrix> given_to(const Layer& layer, Index head) {
    const Extent extent = mask_extent(layer);
    if (extent.heads == 1)
        return layer.mask.given;
    std::vector<Matrix> given;
    for (Index item = 0; item < extent.items; ++item)
        given.push_back(layer.mask.given[static_cast<std::size_t>(item * extent.heads + head)]);
    return given;
}

/// The session with one head, of those weights; about nothing that speaks of several.
Session with_one_head(const Session& session, HeadWeights weights) {
    Session one = session;
    one.layer().heads = {std::move(weights)};
    one.layer().queries_per_kv = 1;
    one.opening.head = 0;
    one.figures.clear();
    one.hypotheses.clear();
    one.column_names.erase(ArrayId::concat); // there are as many as all heads have
    return one;
}

/// As wide as all heads are.
Matrix as_wide(const Matrix& of_head, Index heads) {
    return of_head.empty() ? of_head : of_head.resized(of_head.rows(), heads * of_head.columns());
}

} // namespace

std::optional<Session> head_alone(const Session& session, Index head) {
    const Layer& layer = session.layer();
    if (layer.heads.size() < 2 || depends_on_others(layer))
        return std::nullopt;
    Session alone = with_one_head(session, weights_of(layer, head));
    alone.layer().mask.given = given_to(layer, head);
    alone.layer().b_O = {};
    return alone;
}

std::optional<Session> one_wide_head(const Session& session) {
    const Layer& layer = session.layer();
    if (layer.heads.size() < 2 || depends_on_others(layer))
        return std::nullopt;
    const Index heads = std::ssize(layer.heads);
    HeadWeights wide = weights_of(layer, 0);
    for (Matrix HeadWeights::*const weights :
         {&HeadWeights::W_Q, &HeadWeights::W_K, &HeadWeights::W_V, &HeadWeights::b_Q, &HeadWeights::b_K,
          &HeadWeights::b_V, &HeadWeights::W_G, &HeadWeights::Q_norm_gain, &HeadWeights::Q_norm_bias,
          &HeadWeights::K_norm_gain, &HeadWeights::K_norm_bias, &HeadWeights::V_norm_gain})
        wide.*weights = as_wide(wide.*weights, heads);
    wide.W_O = wide.W_O.resized(heads * wide.W_O.rows(), wide.W_O.columns());
    Session one = with_one_head(session, std::move(wide));
    one.layer().mask.given = given_to(layer, 0);
    return one;
}

} // namespace attn
