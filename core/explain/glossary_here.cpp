#include "core/explain/glossary_here.h"

#include <limits>

namespace attn::glossary_here {

namespace {

Index count_of(const Layer& layer, const Sizes& sizes, ArrayId array) {
    const Index each = parameter(layer, array, 0).rows() * parameter(layer, array, 0).columns();
    switch (heads_of(array)) {
    case Heads::none:
        return each;
    case Heads::each:
        return each * sizes.H;
    case Heads::kv:
        return each * sizes.H_kv();
    }
    return each;
}

} // namespace

/// Counts only multiplications, since each comes with an addition.
std::string cost(const Layer& layer, const Sizes& sizes) {
    const Index scores = sizes.H * sizes.S_q * sizes.S_k;
    const Index queries = sizes.H * sizes.S_q * sizes.D * sizes.d_k;
    const Index keys_and_values = sizes.H_kv() * sizes.S_k * sizes.D_context * (sizes.d_k + sizes.d_v);
    const Index output = sizes.H * sizes.S_q * sizes.d_v * sizes.D;
    const Index gates = count_of(layer, sizes, ArrayId::W_G) * sizes.S_q;
    return fmt::format("Here {} × {} scores{}. By them go {} of {} multiplications in products of matrices; the others "
                       "go by weights, and only double.",
                       sizes.S_q, sizes.S_k,
                       sizes.H == 1 ? "" : fmt::format(" in each of {} heads, {} in all", sizes.H, scores),
                       scores * (sizes.d_k + sizes.d_v),
                       scores * (sizes.d_k + sizes.d_v) + queries + keys_and_values + gates + output);
}

std::string sharing(const Layer& /*layer*/, const Sizes& sizes) {
    if (sizes.H == 1)
        return "Here there is one head.";
    if (sizes.queries_per_kv == 1)
        return fmt::format("Here each of {} heads has its own.", sizes.H);
    return fmt::format("Here {} heads share {}.", sizes.H, sizes.H_kv());
}

std::string cache(const Layer& /*layer*/, const Sizes& sizes) {
    return fmt::format("Here {} numbers for each word.", sizes.H_kv() * (sizes.d_k + sizes.d_v));
}

std::string parameters(const Layer& layer, const Sizes& sizes) {
    const auto of = [&](ArrayId array) { return count_of(layer, sizes, array); };
    Index all = 0;
    for (const Array& row : attn::parameters())
        all += of(row.id);
    const Index queries = of(ArrayId::W_Q); // the four weights that each layer has are listed
    const Index keys = of(ArrayId::W_K);
    const Index values = of(ArrayId::W_V);
    const Index output = of(ArrayId::W_O);
    const Index gates = of(ArrayId::W_G);
    const Index others = all - queries - keys - values - gates - output;
    return fmt::format("Here {}: {} make queries, {} keys, {} values, {}and {} the output{}.", all, queries, keys,
                       values, gates == 0 ? "" : fmt::format("{} gates, ", gates), output,
                       others == 0 ? "" : fmt::format("; {} are biases and the like", others));
}

std::string form(const Layer& layer, const Sizes& /*sizes*/) {
    return layer.rotary.pairs == Rotary::Pairs::off ? std::string()
                                                    : "Here queries and keys turn by their place before they are "
                                                      "compared: the matrix between depends on the "
                                                      "distance, and no one form is true of all pairs.";
}

bool is_causal(const Layer& layer) {
    return layer.mask.causal;
}

void make_causal(Layer& layer) {
    layer.mask.causal = true;
}

bool has_padding(const Layer& layer) {
    return layer.mask.pad_tokens || !layer.mask.padding.empty();
}

void add_padding(Layer& layer) {
    const Index keys = sizes_of(layer).S_k;
    Matrix last = Matrix::zeros(1, keys).with_cell(0, keys - 1, -std::numeric_limits<float>::infinity());
    layer.mask.padding.assign(static_cast<std::size_t>(layer.sequence.item_count()), last);
}

bool has_window(const Layer& layer) {
    return layer.mask.window > 0;
}

void add_window(Layer& layer) {
    layer.mask.window = 2;
}

} // namespace attn::glossary_here
