#include "core/explain/changed_through.h"

#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>

namespace attn {
namespace {

std::vector<ArrayId> arrays_of(const std::vector<CellId>& way) {
    std::vector<ArrayId> arrays;
    std::ranges::transform(way, std::back_inserter(arrays), &CellId::array);
    return arrays;
}

/// A layer with two heads and a change of it.
class ChangedThrough : public testing::Test {
protected:
    std::vector<CellId> way_to(const CellId& cell) const {
        return changed_through(test::computed(layer_), test::computed(changed_), cell);
    }

    test::Random random_{21};
    Layer layer_ = test::random_layer(random_, {});
    Layer changed_ = layer_;
};

TEST_F(ChangedThrough, LeadsFromTheEditedWeightToTheCell) {
    changed_.heads[1].W_Q = changed_.heads[1].W_Q.with_cell(2, 0, 3);
    const CellId score{0, ArrayId::scores, 0, 1, 1, 0};
    const std::vector<CellId> way = way_to(score);
    ASSERT_EQ(arrays_of(way), (std::vector{ArrayId::W_Q, ArrayId::Q, ArrayId::scores}));
    EXPECT_EQ(way[0], (CellId{0, ArrayId::W_Q, 0, 1, 2, 0}));
    EXPECT_EQ(way[1], (CellId{0, ArrayId::Q, 0, 1, 1, 0}));
    EXPECT_EQ(way[2], score);
}

TEST_F(ChangedThrough, IsEmptyWhereNothingChanged) {
    changed_.heads[1].W_Q = changed_.heads[1].W_Q.with_cell(2, 0, 3);
    EXPECT_TRUE(way_to({0, ArrayId::scores, 0, 0, 1, 0}).empty()) << "another head";
    EXPECT_TRUE(way_to({0, ArrayId::V, 0, 1, 1, 0}).empty());
}

TEST_F(ChangedThrough, BeginsAtTheHeadThatIsSwitchedOff) {
    changed_.heads[1].on = false;
    const std::vector<CellId> way = way_to({0, ArrayId::Y, 0, 0, 1, 1});
    ASSERT_FALSE(way.empty());
    EXPECT_EQ(way.front().array, ArrayId::O);
    EXPECT_EQ(way.front().head, 1);
    EXPECT_EQ(way.back().array, ArrayId::Y);
}

TEST_F(ChangedThrough, BeginsAtAPin) {
    const CellId pin{0, ArrayId::A, 0, 0, 1, 0};
    changed_.pins[pin] = 0.5F;
    const std::vector<CellId> way = way_to({0, ArrayId::O, 0, 0, 1, 0});
    ASSERT_EQ(arrays_of(way), (std::vector{ArrayId::A, ArrayId::O}));
    EXPECT_EQ(way.front(), pin);
}

/// After any change of any layer, a cell has a way if and only if its number changed, and each cell on it changed too.
TEST(ChangedThroughAnything, HasChangedCellsAlone) {
    int found = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        test::Random random(seed);
        const Layer layer = test::random_layer(random, test::random_kind(random));
        const Trace before = test::computed(layer);
        const Trace now = test::computed(test::randomly_changed(random, layer));
        for (const ArrayId array : test::stages_of_attention()) {
            if (!now.has(array) || !before.has(array) || before.sizes() != now.sizes() ||
                before.addresses().heads(array) != now.addresses().heads(array))
                continue;
            const Shape shape = shape_of(now.sizes(), array);
            const Index head = has_heads(array) ? test::random_index(random, 0, now.sizes().H - 1) : 0;
            const CellId cell{0,
                              array,
                              0,
                              head,
                              test::random_index(random, 0, shape.rows - 1),
                              test::random_index(random, 0, shape.columns - 1)};
            const std::vector<CellId> way = changed_through(before, now, cell);
            const bool is_same = before.value(cell) == now.value(cell) ||
                                 (std::isnan(before.value(cell)) && std::isnan(now.value(cell)));
            EXPECT_EQ(way.empty(), is_same) << "seed " << seed << ", " << cell_name(cell);
            for (const CellId& step : way)
                EXPECT_NE(before.value(step), now.value(step)) << "seed " << seed << ", " << cell_name(step);
            found += way.size() > 1 ? 1 : 0;
        }
    }
    EXPECT_GT(found, 20);
}

} // namespace
} // namespace attn
