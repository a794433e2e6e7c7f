#include "tests/core/check/planting.h"

#include <cmath>
#include <limits>
#include <string>

namespace attn::test {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

bool one_of(Random& random, Index sides) {
    return random_index(random, 1, sides) == 1;
}

/// Random properties of a layer.
Wishes chance_wishes(Random& random) {
    const auto from = [&](Index low, Index high) { return random_index(random, low, high); };
    Wishes wishes;
    LayerKind& kind = wishes.kind;
    kind.sizes = {from(1, 3), from(4, 7), 0, from(5, 11), 0, from(2, 4), 2 * from(1, 3), 0};
    kind.sizes.d_v = one_of(random, 4) ? from(2, 5) : kind.sizes.d_k;
    if (one_of(random, 3)) {
        kind.sizes.queries_per_kv = 2;
        kind.sizes.H = 4;
    }
    kind.biases = one_of(random, 2);
    kind.alibi = one_of(random, 4);
    kind.gate = one_of(random, 4);
    kind.norm = one_of(random, 4);
    kind.soft_cap = one_of(random, 4) ? 0.7F : 0.0F;
    if (one_of(random, 4))
        kind.rotary = {one_of(random, 2) ? Rotary::Pairs::halves : Rotary::Pairs::neighbours, 0, 100};
    if (one_of(random, 4))
        kind.head_norm = {one_of(random, 2) ? Norm::Kind::layer : Norm::Kind::rms, one_of(random, 3), 0.01F};
    if (one_of(random, 5))
        kind.V_norm = {Norm::Kind::rms, false, 0.01F};
    kind.cross = one_of(random, 6);
    wishes.causal = !kind.cross && one_of(random, 2);
    wishes.padding = one_of(random, 4);
    wishes.painted = one_of(random, 5);
    wishes.window = one_of(random, 5) ? 3 : 0;
    wishes.temperature = one_of(random, 5) ? 1.5F : 1.0F;
    if (one_of(random, 5))
        wishes.scale = {Scale::Kind::value, 0.4F};
    return wishes;
}

} // namespace

Layer layer_as_wished(const PlantedSlip& slip, Random& random) {
    Wishes wishes = chance_wishes(random);
    if (slip.ask != nullptr)
        slip.ask(wishes);
    LayerKind& kind = wishes.kind;
    Sizes& sizes = kind.sizes;
    if (wishes.square) {
        sizes.queries_per_kv = 1;
        sizes.d_v = sizes.d_k;
        sizes.D = sizes.H * sizes.d_k;
        kind.cross = false;
    }
    if (!kind.cross) {
        sizes.S_k = sizes.S_q;
        sizes.D_context = sizes.D;
    } else {
        sizes.S_k = sizes.S_k == 0 ? sizes.S_q + 1 : sizes.S_k;
        sizes.D_context = sizes.D + 1;
    }
    if (sizes.H % sizes.queries_per_kv != 0)
        sizes.H *= sizes.queries_per_kv;
    Layer layer = random_layer(random, kind);
    layer.sequence.positions.kind = wishes.positions;
    layer.mask.causal = wishes.causal;
    layer.mask.window = wishes.window;
    layer.temperature = wishes.temperature;
    layer.scale = wishes.scale;
    if (wishes.painted)
        layer.mask.painted = Matrix::zeros(sizes.S_q, sizes.S_k)
                                 .with_cell(sizes.S_q - 1, 1, minus_infinity)
                                 .with_cell(2, 0, minus_infinity)
                                 .with_cell(3, 2, 0.5F);
    if (wishes.padding) {
        for (Index item = 0; item < sizes.B; ++item) {
            Matrix row = Matrix::zeros(1, sizes.S_k);
            for (Index j = sizes.S_k - 1 - item % 2; j < sizes.S_k; ++j)
                row = row.with_cell(0, j, minus_infinity);
            layer.mask.padding.push_back(row);
        }
    }
    return layer;
}

Planting::Planting(Layer layer, Random& chance)
    : wrong(layer), right(std::move(layer)), n(sizes_of(right)), random(chance), structure_(right), addresses_(right),
      reference_(right) {}

double Planting::at(ArrayId id, Index item, Index head, Index i, Index j) const {
    const Address slot{0, id, item, head};
    const auto found = seen_.find(slot);
    return (found != seen_.end() ? found->second
                                 : seen_.emplace(slot, reference_.array(id, item, head)).first->second)(i, j);
}

DoubleMatrix Planting::now(ArrayId id, Index item, Index head) const {
    return Reference(wrong).array(id, item, head);
}

void Planting::give(ArrayId stage, const Cell& cell) {
    const Shape shape = shape_of(n, stage);
    for (const Address slot : addresses_.slots(stage)) {
        std::vector<float> values;
        for (Index i = 0; i < shape.rows; ++i)
            for (Index j = 0; j < shape.columns; ++j)
                values.push_back(static_cast<float>(cell(slot.item, slot.head, i, j)));
        wrong.given[slot] = Matrix::adopt(std::move(values), shape.rows, shape.columns);
    }
}

void Planting::give_softmax_of(const Cell& cell) {
    give(ArrayId::A, [&](Index b, Index h, Index i, Index j) {
        double largest = hidden;
        for (Index k = 0; k < n.S_k; ++k)
            largest = std::max(largest, cell(b, h, i, k));
        double sum = 0;
        for (Index k = 0; k < n.S_k && largest != hidden; ++k)
            sum += std::exp(cell(b, h, i, k) - largest);
        return sum == 0 ? 0 : std::exp(cell(b, h, i, j) - largest) / sum;
    });
}

NdArrays Planting::arrays() const {
    const Reference slipped(wrong);
    const Structure made(wrong);
    NdArrays all;
    for (const Array& row : stages()) {
        if (!has(row.id) || !made.has(row.id) || row.items != PerItem::each || row.id == ArrayId::parts)
            continue;
        const Shape shape = shape_of(n, row.id);
        std::vector<float> values;
        for (const Address slot : addresses_.slots(row.id)) {
            const DoubleMatrix matrix = slipped.array(row.id, slot.item, slot.head);
            for (const double value : matrix.values)
                values.push_back(static_cast<float>(value));
        }
        const Extent& extent = addresses_.extent(row.id);
        all[std::string(row.name)] = NdArray::of(
            row.heads == Heads::none ? std::vector<Index>{extent.items, shape.rows, shape.columns}
                                     : std::vector<Index>{extent.items, extent.heads, shape.rows, shape.columns},
            std::move(values));
    }
    return all;
}

} // namespace attn::test
