#include "core/figure/pictures/cache.h"

#include "core/engine/engine.h"
#include "core/explain/lenses.h"
#include "core/model/arrays.h"
#include "core/tensor/compose.h"
#include "tests/core/engine/partial_changes.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <rapidcheck/gtest.h>
#include <utility>

namespace attn {
namespace {

/// Counts how often a lens that reads the scores and W_Q is computed.
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

/// Numbers before and after an edit, shown as differences.
struct Compared {
    PictureCache cache;
    Engine engine{1};
    Layer layer = two_heads();
    Trace before = engine.compute(layer);

    void edit(Index head, float value) {
        layer.heads[static_cast<std::size_t>(head)].W_Q =
            layer.heads[static_cast<std::size_t>(head)].W_Q.with_cell(0, 0, value);
        engine.compute(layer);
    }
    Matrix difference(ArrayId array) {
        const Address slot{0, array, 0, 1};
        return cache.difference(engine.trace(), slot, before, slot);
    }
    Range range(ArrayId array) {
        const Address slot{0, array, 0, 1};
        return cache.range_of_difference(engine.trace(), slot, before, slot, Palette::diverging, {}, slot);
    }
};

TEST(PictureCache, FindsADifferenceAgainOnlyWhenOneOfBothHasChanged) {
    for (const ArrayId array : {ArrayId::scores, ArrayId::W_Q}) {
        Compared compared;
        compared.edit(1, 9);
        const Matrix first = compared.difference(array);
        compared.edit(0, 9);
        EXPECT_TRUE(compared.difference(array).is_same_as(first)) << "the other head's";
        compared.edit(1, 8);
        EXPECT_FALSE(compared.difference(array).is_same_as(first));
    }
}

TEST(PictureCache, TheRangeOfADifferenceFollowsIt) {
    Compared compared;
    const float was = compared.layer.heads[1].W_Q(0, 0);
    compared.edit(1, was + 2);
    EXPECT_FLOAT_EQ(compared.range(ArrayId::W_Q).data_high, 2);
    compared.edit(1, was - 3);
    EXPECT_FLOAT_EQ(compared.range(ArrayId::W_Q).data_low, -3);
    EXPECT_FLOAT_EQ(compared.range(ArrayId::W_Q).high, 3);
}

RC_GTEST_PROP(PictureCache, ADifferenceThatFollowsEditsIsAFreshOne, (std::uint32_t seed)) {
    test::Random random(seed);
    Layer layer = test::random_layer(random, test::random_kind(random));
    Engine engine(1);
    Trace before = engine.compute(layer);
    PictureCache followed;
    for (int edit = 0; edit < 8; ++edit) {
        layer = test::randomly_changed(random, std::move(layer));
        const Trace& now = engine.compute(layer);
        if (now.sizes() != before.sizes() || now.structure() != before.structure())
            before = now;
        PictureCache fresh;
        for (const Array& row : stages()) {
            if (!now.has(row.id) || test::random_index(random, 0, 2) == 0) // some are not shown for a while
                continue;
            for (const Address slot : now.slots(row.id)) {
                const auto range = [&](PictureCache& cache) {
                    return cache.range_of_difference(now, slot, before, slot, Palette::diverging, {}, slot);
                };
                RC_ASSERT(equal_bits(followed.difference(now, slot, before, slot).view(),
                                     fresh.difference(now, slot, before, slot).view()));
                RC_ASSERT(range(followed) == range(fresh));
            }
        }
    }
}

TEST(PictureCache, NothingDiffersBetweenEqualInfinities) {
    const float infinity = std::numeric_limits<float>::infinity();
    const Matrix left = Matrix::from_rows({{infinity, -infinity, 3}});
    const Matrix right = Matrix::from_rows({{infinity, infinity, 1}});
    EXPECT_TRUE(equal_bits(difference(left, right), Matrix::from_rows({{0, -infinity, 2}})));
}

} // namespace
} // namespace attn
