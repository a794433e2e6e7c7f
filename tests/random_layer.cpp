#include "tests/random_layer.h"
#include "core/model/options.h"

#include "core/model/address.h"
#include "core/model/structure.h"

#include <array>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <limits>

namespace attn::test {

std::vector<ArrayId> stages_of_attention() {
    std::vector<ArrayId> all;
    for (const Array& row : stages())
        if (row.id <= ArrayId::Y && row.id != ArrayId::embedded)
            all.push_back(row.id);
    return all;
}

std::vector<ArrayId> parameters_of_attention() {
    std::vector<ArrayId> all;
    for (const Array& row : parameters())
        if (row.id <= ArrayId::norm_bias)
            all.push_back(row.id);
    return all;
}

namespace {

bool coin(Random& random) {
    return random_index(random, 0, 1) == 1;
}

std::string word(Index number) {
    return fmt::format("word{}", number);
}

/// A sequence of words from a small vocabulary, so that some occur twice.
Sequence random_sequence(Random& random, Index items, Index tokens, Index width) {
    Sequence sequence;
    Embeddings embeddings;
    for (Index number = 0; number < 4; ++number)
        embeddings[word(number)] = random_matrix(random, 1, width);
    embeddings[std::string(pad_token)] = random_matrix(random, 1, width);
    for (Index item = 0; item < items; ++item) {
        auto& list = sequence.items.emplace_back();
        for (Index token = 0; token < tokens; ++token)
            list.push_back(word(random_index(random, 0, 3)));
    }
    sequence.embeddings = std::make_shared<const Embeddings>(std::move(embeddings));
    return sequence;
}

/// The weights of a head. Of the heads that share keys and values, one holds them (`holds_keys`).
HeadWeights random_head(Random& random, const LayerKind& kind, bool holds_keys) {
    const Sizes& sizes = kind.sizes;
    HeadWeights head;
    head.W_Q = random_matrix(random, sizes.D, sizes.d_k);
    if (holds_keys) {
        head.W_K = random_matrix(random, sizes.D_context, sizes.d_k);
        head.W_V = random_matrix(random, sizes.D_context, sizes.d_v);
    }
    head.W_O = random_matrix(random, sizes.d_v, sizes.D);
    if (kind.biases) {
        head.b_Q = random_matrix(random, 1, sizes.d_k);
    }
    if (kind.biases && holds_keys) {
        head.b_K = random_matrix(random, 1, sizes.d_k);
        head.b_V = random_matrix(random, 1, sizes.d_v);
    }
    return head;
}

Address random_slot(Random& random, const Layer& layer, ArrayId stage) {
    const std::vector<Address> slots = Addresses(layer).slots(stage);
    return slots[static_cast<std::size_t>(random_index(random, 0, static_cast<Index>(slots.size()) - 1))];
}

ArrayId any_of(Random& random, const std::vector<ArrayId>& arrays) {
    return arrays[static_cast<std::size_t>(random_index(random, 0, std::ssize(arrays) - 1))];
}

ArrayId random_present_stage(Random& random, const Layer& layer) {
    while (true) {
        const ArrayId id = any_of(random, stages_of_attention());
        if (is_present(layer, id))
            return id;
    }
}

void change_weight(Random& random, Layer& layer) {
    const ArrayId id = any_of(random, parameters_of_attention());
    Matrix& matrix = parameter(layer, id, random_index(random, 0, static_cast<Index>(layer.heads.size()) - 1));
    if (!matrix.empty())
        matrix = matrix.with_cell(random_index(random, 0, matrix.rows() - 1),
                                  random_index(random, 0, matrix.columns() - 1), random_matrix(random, 1, 1)(0, 0));
}

void change_word(Random& random, Layer& layer) {
    auto& items = layer.sequence.items;
    auto& tokens = items[static_cast<std::size_t>(random_index(random, 0, layer.sequence.item_count() - 1))];
    const auto place = static_cast<std::size_t>(random_index(random, 0, layer.sequence.token_count() - 1));
    if (layer.sequence.embeddings)
        tokens[place] = coin(random) ? word(random_index(random, 0, 3)) : std::string(pad_token);
}

void change_embedding(Random& random, Layer& layer) {
    if (!layer.sequence.embeddings)
        return;
    auto embeddings = *layer.sequence.embeddings;
    embeddings[word(random_index(random, 0, 3))] = random_matrix(random, 1, sizes_of(layer).D);
    layer.sequence.embeddings = std::make_shared<const Embeddings>(std::move(embeddings));
}

void change_mask(Random& random, Layer& layer) {
    const Sizes sizes = sizes_of(layer);
    Mask& mask = layer.mask;
    switch (random_index(random, 0, 5)) {
    case 0:
        mask.causal = !mask.causal;
        break;
    case 1:
        mask.window = random_index(random, 0, 3);
        break;
    case 2:
        mask.pad_tokens = !mask.pad_tokens;
        break;
    case 3:
        mask.painted = Matrix::zeros(sizes.S_q, sizes.S_k)
                           .with_cell(random_index(random, 0, sizes.S_q - 1), random_index(random, 0, sizes.S_k - 1),
                                      coin(random) ? minus_infinity : 0.5F);
        break;
    case 4:
        mask.padding.clear();
        for (Index item = 0; item < sizes.B && coin(random); ++item)
            mask.padding.assign(
                static_cast<std::size_t>(sizes.B),
                Matrix::zeros(1, sizes.S_k).with_cell(0, random_index(random, 0, sizes.S_k - 1), minus_infinity));
        break;
    default: {
        const std::array<Index, 4> counts{0, 1, sizes.B, sizes.B * sizes.H};
        mask.given.clear();
        const Index count = counts[static_cast<std::size_t>(random_index(random, 0, 3))];
        for (Index n = 0; n < count; ++n)
            mask.given.push_back(random_matrix(random, sizes.S_q, sizes.S_k));
    }
    }
}

void change_norms(Random& random, Layer& layer) {
    for (Norm::Kind* const kind : {&layer.norm.kind, &layer.head_norm.kind, &layer.V_norm.kind})
        if (*kind != Norm::Kind::off)
            *kind = coin(random) ? Norm::Kind::layer : Norm::Kind::rms;
}

void change_option(Random& random, Layer& layer) {
    switch (random_index(random, 0, 6)) {
    case 6: // not an option of the window, but of layers from files
        change_norms(random, layer);
        break;
    case 5: {
        const Option& option =
            options()[static_cast<std::size_t>(random_index(random, 0, static_cast<Index>(options().size()) - 1))];
        Layer changed = layer;
        const Result<void> done =
            set_option(changed, {option.id, coin(random) ? OptionValue(random_index(random, 1, 2)) : OptionValue()});
        if (done && check_options(changed, sizes_of(changed))) // a layer that does not support it stays as it is
            layer = std::move(changed);
        break;
    }
    case 4:
        layer.rotary.base = coin(random) ? 1000.0F : 10000.0F;
        break;
    case 0:
        layer.scale.kind = static_cast<Scale::Kind>(random_index(random, 0, 2));
        layer.scale.value = 0.25F * static_cast<float>(random_index(random, 1, 8));
        break;
    case 1:
        layer.temperature = 0.25F * static_cast<float>(random_index(random, 1, 8));
        break;
    case 2: {
        auto& head = layer.heads[static_cast<std::size_t>(random_index(random, 0, sizes_of(layer).H - 1))];
        head.on = !head.on;
        break;
    }
    default:
        layer.sequence.positions.kind = coin(random) ? Positions::Kind::none : Positions::Kind::sinusoidal;
    }
}

void change_pins(Random& random, Layer& layer) {
    if (!layer.pins.empty() && coin(random)) {
        layer.pins.erase(layer.pins.begin());
        return;
    }
    const Address slot = random_slot(random, layer, random_present_stage(random, layer));
    const Shape shape = shape_of(sizes_of(layer), slot.array);
    layer.pins[{0, slot.array, slot.item, slot.head, random_index(random, 0, shape.rows - 1),
                random_index(random, 0, shape.columns - 1)}] = random_matrix(random, 1, 1)(0, 0);
}

void change_given(Random& random, Layer& layer) {
    const auto removable = layer.given.begin();
    if (removable != layer.given.end() && removable->first.array != ArrayId::X && coin(random)) {
        layer.given.erase(removable);
        return;
    }
    const Address slot = random_slot(random, layer, random_present_stage(random, layer));
    const Shape shape = shape_of(sizes_of(layer), slot.array);
    layer.given[slot] = random_matrix(random, shape.rows, shape.columns);
}

} // namespace

Trace computed(const Layer& layer) {
    const auto valid = validate(layer);
    EXPECT_TRUE(valid) << (valid ? "" : valid.error().message);
    Engine engine(1);
    return engine.compute(layer);
}

Index random_index(Random& random, Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(random);
}

Matrix random_matrix(Random& random, Index rows, Index columns) {
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (float& value : values)
        value = uniform(random);
    return Matrix::adopt(std::move(values), rows, columns);
}

Layer random_layer(Random& random, const LayerKind& kind) {
    const Sizes& sizes = kind.sizes;
    Layer layer;
    layer.sequence = random_sequence(random, sizes.B, sizes.S_q, sizes.D);
    if (kind.given_X) {
        layer.sequence.embeddings = nullptr;
        for (Index item = 0; item < sizes.B; ++item)
            layer.given[{0, ArrayId::X, item, 0}] = random_matrix(random, sizes.S_q, sizes.D);
    }
    if (kind.cross)
        layer.context = std::make_shared<const Sequence>(random_sequence(random, sizes.B, sizes.S_k, sizes.D_context));
    for (Index head = 0; head < sizes.H; ++head)
        layer.heads.push_back(random_head(random, kind, head % sizes.queries_per_kv == 0));
    layer.queries_per_kv = sizes.queries_per_kv;
    layer.rotary = kind.rotary;
    if (kind.norm)
        layer.norm = {Norm::Kind::layer, random_matrix(random, 1, sizes.D), random_matrix(random, 1, sizes.D), 0.25F};
    layer.alibi = kind.alibi;
    if (kind.gate)
        for (HeadWeights& head : layer.heads)
            head.W_G = random_matrix(random, sizes.D, sizes.d_v);
    layer.soft_cap = kind.soft_cap;
    layer.head_norm = kind.head_norm;
    for (std::size_t head = 0; head < layer.heads.size() && kind.head_norm.kind != Norm::Kind::off; ++head) {
        layer.heads[head].Q_norm_gain = random_matrix(random, 1, sizes.d_k);
        layer.heads[head].Q_norm_bias = kind.biases ? random_matrix(random, 1, sizes.d_k) : Matrix();
        if (static_cast<Index>(head) % sizes.queries_per_kv != 0)
            continue;
        layer.heads[head].K_norm_gain = random_matrix(random, 1, sizes.d_k);
        layer.heads[head].K_norm_bias = kind.biases ? random_matrix(random, 1, sizes.d_k) : Matrix();
    }
    layer.V_norm = kind.V_norm;
    Random apart = random; // as in random_kind
    apart.discard(1000);
    for (std::size_t head = 0; head < layer.heads.size(); head += static_cast<std::size_t>(sizes.queries_per_kv))
        if (kind.V_norm.kind != Norm::Kind::off && kind.V_gain)
            layer.heads[head].V_norm_gain = random_matrix(apart, 1, sizes.d_v);
    if (kind.biases)
        layer.b_O = random_matrix(random, 1, sizes.D);
    return layer;
}

LayerKind random_kind(Random& random) {
    const auto length = [&](Index high) { return random_index(random, 1, high); };
    // Some lengths exceed a vector of any machine, so that sums and products have a body and a tail.
    const Index high = random_index(random, 0, 3) == 0 ? 40 : 9;
    LayerKind kind;
    kind.sizes = {length(3),    length(high), length(high), length(high),
                  length(high), length(3),    length(high), length(5)};
    if (coin(random)) {
        kind.sizes.queries_per_kv = random_index(random, 2, 3);
        kind.sizes.H = kind.sizes.queries_per_kv * random_index(random, 1, 2);
    }
    if (kind.sizes.d_k > 1 && coin(random)) {
        kind.rotary.pairs = coin(random) ? Rotary::Pairs::halves : Rotary::Pairs::neighbours;
        kind.rotary.dimensions = kind.sizes.d_k % 2 == 0 && coin(random) ? 0 : 2;
        kind.rotary.base = coin(random) ? 10000.0F : 100.0F;
    }
    kind.norm = coin(random);
    kind.alibi = coin(random);
    kind.gate = coin(random);
    if (coin(random))
        kind.head_norm = {coin(random) ? Norm::Kind::layer : Norm::Kind::rms, coin(random), 0.25F};
    kind.soft_cap = coin(random) ? 0.5F : 0.0F;
    kind.biases = coin(random);
    kind.cross = coin(random);
    kind.given_X = coin(random);
    if (!kind.cross) {
        kind.sizes.S_k = kind.sizes.S_q;
        kind.sizes.D_context = kind.sizes.D;
    }
    Random apart = random; // draws of its own: everything else is as it was before values could be normed
    apart.discard(1000);
    if (random_index(apart, 0, 2) == 0)
        kind.V_norm = {coin(apart) ? Norm::Kind::layer : Norm::Kind::rms, coin(apart), 0.25F};
    kind.V_gain = coin(apart);
    return kind;
}

Layer randomly_changed(Random& random, Layer layer) {
    using Change = void (*)(Random&, Layer&);
    constexpr std::array<Change, 7> changes{change_weight, change_word, change_embedding, change_mask,
                                            change_option, change_pins, change_given};
    Layer changed = layer;
    changes[static_cast<std::size_t>(random_index(random, 0, 6))](random, changed);
    return validate(changed) ? changed : layer; // a pinned stage may be gone
}

} // namespace attn::test
