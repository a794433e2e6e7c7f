#include "core/explain/pins_upstream.h"

#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

Layer with_pin(Layer layer, const CellId& cell, float value) {
    layer.pins[cell] = value;
    return layer;
}

/// Expects that another number in the pin's place moves exactly the cells that are said to depend on the pin.
void expect_what_moves(const Layer& layer, const CellId& pin) {
    const Trace one = test::computed(with_pin(layer, pin, 0.25F));
    const Trace other = test::computed(with_pin(layer, pin, -0.5F));
    for (const ArrayId array : {ArrayId::scores, ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::parts, ArrayId::Y}) {
        if (array <= pin.array)
            continue;
        const Shape shape = shape_of(one.sizes(), array);
        for (Index head = 0; head < (has_heads(array) ? one.sizes().H : 1); ++head)
            for (Index i = 0; i < shape.rows; ++i)
                for (Index j = 0; j < shape.columns; ++j) {
                    const CellId cell{0, array, 0, head, i, j};
                    const bool moves = one.value(cell) != other.value(cell);
                    EXPECT_EQ(!pins_upstream(one, cell).empty(), moves)
                        << cell_name(cell) << " with a pin in " << cell_name(pin);
                }
    }
}

TEST(PinsUpstream, AreThoseThatMoveTheCell) {
    test::Random random(11);
    const Layer layer = test::random_layer(random, {.biases = true});
    for (const ArrayId array : {ArrayId::X, ArrayId::Q, ArrayId::K, ArrayId::V, ArrayId::scores, ArrayId::O})
        expect_what_moves(layer, {0, array, 0, 0, 1, 0});
    expect_what_moves(layer, {0, ArrayId::concat, 0, 0, 1, 0});
}

TEST(PinsUpstream, OfAPinnedCellAreNone) {
    test::Random random(12);
    Layer layer = with_pin(test::random_layer(random, {}), {0, ArrayId::Q, 0, 0, 1, 0}, 2);
    layer = with_pin(std::move(layer), {0, ArrayId::scores, 0, 0, 1, 1}, 3);
    const Trace trace = test::computed(layer);
    EXPECT_TRUE(pins_upstream(trace, {0, ArrayId::scores, 0, 0, 1, 1}).empty());
    EXPECT_EQ(pins_upstream(trace, {0, ArrayId::scores, 0, 0, 1, 0}).size(), 1U);
    EXPECT_EQ(pins_upstream(trace, {0, ArrayId::A, 0, 0, 1, 0}).size(), 2U);
    EXPECT_TRUE(pins_upstream(trace, {0, ArrayId::A, 0, 0, 0, 0}).empty()) << "another row";
}

TEST(PinsUpstream, OfAHeadThatIsOffAreNone) {
    test::Random random(13);
    Layer layer = with_pin(test::random_layer(random, {}), {0, ArrayId::scores, 0, 0, 1, 0}, 2);
    EXPECT_EQ(pins_upstream(test::computed(layer), {0, ArrayId::Y, 0, 0, 1, 0}).size(), 1U);
    layer.heads.front().on = false;
    EXPECT_TRUE(pins_upstream(test::computed(layer), {0, ArrayId::Y, 0, 0, 1, 0}).empty());
}

} // namespace
} // namespace attn
