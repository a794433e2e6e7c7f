#include "core/explain/pins_upstream.h"

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

void expect_what_is_computed(const Layer& layer) {
    Engine engine(1);
    const Trace before = engine.compute(layer);
    for (const Array& stage : stages()) {
        if (!before.has(stage.id))
            continue;
        const CellId cell{0, stage.id, 0, 0, 0, 0};
        Layer pinned = layer;
        pinned.pins[cell] = 0.25F;
        const Trace& trace = engine.compute(pinned);
        EXPECT_FLOAT_EQ(trace.value(cell), 0.25F) << stage.name;
        const auto expected = static_cast<double>(before.value(cell));
        EXPECT_NEAR(value_without_pin(trace, cell), expected, 1e-4) << stage.name;
    }
}

TEST(ValueWithoutPin, IsWhatTheStageComputesThere) {
    test::Random random(7);
    expect_what_is_computed(test::random_layer(random, {.biases = true}));
    expect_what_is_computed(test::random_layer(random, {.cross = true}));
    expect_what_is_computed(test::random_layer(random, {.given_X = true}));
}

} // namespace
} // namespace attn
