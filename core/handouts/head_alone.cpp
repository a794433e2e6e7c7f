#include "core/handouts/head_alone.h"

#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

namespace {

bool depends_on_others(const Layer& layer) {
    const auto is_of_heads = [](const auto& given) {
        return has_heads(given.first.array) ||
               given.first.array > ArrayId::X; // an array given to all heads belongs to no single one
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

/// The matrices that are added to the scores of one head, for each item.
std::vector<Matrix> given_to(const Layer& layer, Index head) {
    const Extent extent = mask_extent(layer);
    if (extent.heads == 1)
        return layer.mask.given;
    std::vector<Matrix> given;
    for (Index item = 0; item < extent.items; ++item)
        given.push_back(layer.mask.given[static_cast<std::size_t>(item * extent.heads + head)]);
    return given;
}

} // namespace

std::optional<Session> head_alone(const Session& session, Index head) {
    const Layer& layer = session.layer();
    if (layer.heads.size() < 2 || depends_on_others(layer))
        return std::nullopt;
    Session alone = session;
    alone.layer().mask.given = given_to(layer, head);
    alone.layer().heads = {weights_of(layer, head)};
    alone.layer().queries_per_kv = 1;
    alone.layer().b_O = {};
    alone.opening.head = 0;
    alone.figures.clear();
    alone.hypotheses.clear();
    alone.column_names.erase(ArrayId::concat); // they name the columns of all heads
    return alone;
}

} // namespace attn
