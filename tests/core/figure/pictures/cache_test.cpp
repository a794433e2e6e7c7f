#include "core/figure/pictures/cache.h"

#include "core/engine/engine.h"
#include "core/explain/lenses.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <random>

namespace attn {
namespace {

/// How often a lens that reads the scores and W_Q is worked out.
struct Watched {
    PictureCache cache;
    Engine engine{1};
    int times = 0;

    int look(const Layer& layer, Index head = 0) {
        engine.compute(layer);
        const Trace& trace = engine.trace();
        LensInputs inputs;
        inputs.number(head).stage(trace, ArrayId::scores, 0).weights(layer, ArrayId::W_Q);
        return cache.seen_through(Lens::one_head, std::move(inputs), [&] { return ++times; });
    }
};

Layer two_heads() {
    std::mt19937 random(7);
    test::LayerKind kind;
    kind.sizes = {1, 3, 3, 4, 4, 2, 2, 2};
    return test::random_layer(random, kind);
}

TEST(PictureCache, WorksALensOutAgainOnlyWhenWhatItReadsHasChanged) {
    Watched watched;
    Layer layer = two_heads();
    EXPECT_EQ(watched.look(layer), 1);
    EXPECT_EQ(watched.look(layer), 1);
    layer.heads[1].W_V = layer.heads[1].W_V.with_cell(0, 0, 9);
    EXPECT_EQ(watched.look(layer), 1) << "the values are not read";
    layer.heads[1].W_K = layer.heads[1].W_K.with_cell(0, 0, 9);
    EXPECT_EQ(watched.look(layer), 2) << "the other head's scores are";
    layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(0, 0, 9);
    EXPECT_EQ(watched.look(layer), 3);
    EXPECT_EQ(watched.look(layer, 1), 4) << "another head";
}

} // namespace
} // namespace attn
