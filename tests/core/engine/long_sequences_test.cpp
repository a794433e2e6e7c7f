// Sequences so long that softmax is computed some rows at a time.

#include "core/engine/engine.h"
#include "tests/core/engine/partial_changes.h"
#include "tests/reference/agreement.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Random;

Layer long_layer(Random& random) {
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = 201, .S_k = 201, .D = 12, .D_context = 12, .H = 3, .d_k = 4, .d_v = 4};
    kind.given_X = true;
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = true;
    return layer;
}

TEST(Engine, LongSequencesAreComputedAsTheirRowsAlone) {
    Random random(8);
    const Layer layer = long_layer(random);
    const Trace whole = Engine(2, 0).compute(layer);
    test::expect_matches_reference(layer, whole);
    Engine engine(1);
    for (const IndexRange rows : {IndexRange{0, 1}, IndexRange{70, 95}, IndexRange{200, 201}}) {
        const Trace& some = engine.compute_rows(layer, {ArrayId::A, rows});
        for (Index head = 0; head < 3; ++head) {
            const Address slot{0, ArrayId::A, 0, head};
            EXPECT_TRUE(equal_bits(rows_of(some.matrix(slot), rows), rows_of(whole.matrix(slot), rows)));
        }
    }
}

TEST(Engine, EditsOfLongSequencesGiveTheTraceOfAFreshEngineBitForBit) {
    Random random(9);
    Layer layer = long_layer(random);
    Engine engine(2, 0);
    Trace window = engine.compute(layer);
    for (int edit = 0; edit < 12; ++edit) {
        if (edit % 3 == 0)
            layer.pins[{0, ArrayId::scores, 0, 1, test::random_index(random, 0, 200), 3}] = static_cast<float>(edit);
        else if (edit % 3 == 1)
            layer = test::changed_in_a_column(random, layer);
        else
            layer.given.begin()->second = test::changed_in_a_cell(random, layer.given.begin()->second);
        ASSERT_TRUE(validate(layer));
        ASSERT_EQ(test::first_difference(engine.compute(layer), Engine(1).compute(layer)), "") << edit;
        if (edit % 4 != 3)
            window = engine.trace();
    }
}

} // namespace
} // namespace attn
