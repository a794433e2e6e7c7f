#include "core/explain/diff.h"

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace attn {
namespace {

using test::computed;

Layer small_layer() {
    test::Random random(3);
    return test::random_layer(random, {});
}

const ArrayDiff& movement_of(const std::vector<ArrayDiff>& all, ArrayId array) {
    const auto found = std::ranges::find_if(all, [&](const ArrayDiff& diff) { return diff.array == array; });
    EXPECT_NE(found, all.end()) << array_name(array);
    return *found;
}

TEST(Movements, OfOneWeightOfTheSecondHeadLeaveTheFirstAlone) {
    const Layer before = small_layer();
    Layer after = before;
    after.heads[1].W_Q = before.heads[1].W_Q.with_cell(2, 1, before.heads[1].W_Q(2, 1) + 3);
    const auto all = diff_of_traces(computed(before), computed(after));
    const ArrayDiff& weight = movement_of(all, ArrayId::W_Q);
    EXPECT_EQ(weight.changed, 1);
    EXPECT_EQ(weight.cells, 2 * 8 * 4);
    EXPECT_NEAR(weight.largest, 3, 1e-6);
    EXPECT_NEAR(weight.root_mean_square, 3 / 8.0, 1e-6);
    EXPECT_EQ(weight.most, (CellId{0, ArrayId::W_Q, 0, 1, 2, 1}));
    EXPECT_EQ(weight.moved_heads, std::vector<Index>{1});
    // One column of Q⁽²⁾ moves, and all of its scores, but no key and no value.
    EXPECT_EQ(movement_of(all, ArrayId::Q).changed, 4);
    EXPECT_EQ(movement_of(all, ArrayId::scores).moved_heads, std::vector<Index>{1});
    EXPECT_EQ(movement_of(all, ArrayId::scores).changed, 16);
    for (const ArrayId array : {ArrayId::K, ArrayId::V, ArrayId::X, ArrayId::W_O})
        EXPECT_FALSE(movement_of(all, array).moved()) << array_name(array);
    EXPECT_EQ(movement_of(all, ArrayId::Y).heads, 1);
    EXPECT_TRUE(movement_of(all, ArrayId::Y).moved());
}

TEST(Movements, StandInTheOrderOfComputingEachWeightBeforeWhatReadsIt) {
    const Trace trace = computed(small_layer());
    std::vector<std::string> names;
    for (const ArrayDiff& diff : diff_of_traces(trace, trace)) {
        names.push_back(diff.array ? std::string(array_name(*diff.array)) : "tokens");
        EXPECT_FALSE(diff.moved());
    }
    const std::vector<std::string> expected{"tokens",  "E", "P",      "X",      "W_Q",  "Q",      "W_K",     "K",
                                            "W_V",     "V", "scores", "scaled", "mask", "masked", "row_max", "exp",
                                            "row_sum", "A", "O",      "concat", "W_O",  "parts",  "Y"};
    EXPECT_EQ(names, expected);
}

TEST(Movements, OfTokensCountThoseWithAnotherText) {
    const Layer before = small_layer();
    Layer after = before;
    std::string& word = after.sequence.items[0][2];
    word = word == "word1" ? "word2" : "word1";
    const auto all = diff_of_traces(computed(before), computed(after));
    ASSERT_FALSE(all.front().array);
    EXPECT_EQ(all.front().cells, 4);
    EXPECT_EQ(all.front().changed, 1);
    EXPECT_EQ(all.front().most, (CellId{0, ArrayId::X, 0, 0, 2, 0}));
    EXPECT_EQ(movement_of(all, ArrayId::E).changed, 8);
}

TEST(Movements, ToInfinityAreInfinite) {
    const Layer before = small_layer();
    Layer after = before;
    after.mask.causal = true;
    const auto all = diff_of_traces(computed(before), computed(after));
    const ArrayDiff& mask = movement_of(all, ArrayId::mask);
    EXPECT_EQ(mask.changed, 6);
    EXPECT_TRUE(std::isinf(mask.largest));
    EXPECT_TRUE(std::isinf(mask.root_mean_square));
    EXPECT_FALSE(movement_of(all, ArrayId::scores).moved());
}

TEST(Movements, OfAnotherShapeAreNotCounted) {
    const Layer before = small_layer();
    Layer after = before;
    after.sequence.items[0].pop_back();
    const auto all = diff_of_traces(computed(before), computed(after));
    EXPECT_FALSE(all.front().comparable);
    for (const ArrayDiff& diff : all)
        if (diff.array == ArrayId::A || diff.array == ArrayId::Y) {
            EXPECT_FALSE(diff.comparable);
            EXPECT_TRUE(diff.moved());
            EXPECT_EQ(diff.changed, 0);
        }
    EXPECT_FALSE(movement_of(all, ArrayId::W_Q).moved());
}

/// All numbers of an array with their heads.
std::vector<std::pair<Index, float>> numbers_of(const Trace& trace, ArrayId array) {
    std::vector<std::pair<Index, float>> numbers;
    const auto add = [&](Index head, const Matrix& matrix) {
        for (Index i = 0; i < matrix.rows(); ++i)
            for (const float number : matrix.row(i))
                numbers.emplace_back(head, number);
    };
    if (is_stage(array)) {
        for (const Address slot : trace.slots(array))
            add(slot.head, trace.matrix(slot));
        return numbers;
    }
    for (const Index head : trace.addresses().heads(array))
        add(head, parameter(trace.layer(), array, head));
    return numbers;
}

TEST(Movements, OfAnyChangesAreCountedAsLoopsOverAllNumbersDo) {
    test::Random random(5);
    for (int round = 0; round < 60; ++round) {
        const Layer layer = test::random_layer(random, test::random_kind(random));
        const Trace before = computed(layer);
        const Trace after = computed(test::randomly_changed(random, layer));
        for (const ArrayDiff& diff : diff_of_traces(before, after)) {
            if (!diff.array || !diff.comparable)
                continue;
            const auto then = numbers_of(before, *diff.array);
            const auto now = numbers_of(after, *diff.array);
            ASSERT_EQ(then.size(), now.size()) << array_name(*diff.array);
            Index changed = 0;
            double largest = 0;
            double squares = 0;
            std::set<Index> heads;
            for (std::size_t i = 0; i < now.size(); ++i) {
                const float a = then[i].second;
                const float b = now[i].second;
                if (a == b || (std::isnan(a) && std::isnan(b)))
                    continue;
                const double change = std::isfinite(a) && std::isfinite(b)
                                          ? std::abs(static_cast<double>(b) - static_cast<double>(a))
                                          : std::numeric_limits<double>::infinity();
                ++changed;
                largest = std::max(largest, change);
                squares += change * change;
                heads.insert(now[i].first);
            }
            EXPECT_EQ(diff.cells, std::ssize(now)) << array_name(*diff.array);
            EXPECT_EQ(diff.changed, changed) << array_name(*diff.array);
            EXPECT_EQ(diff.largest, largest);
            if (std::isinf(largest))
                EXPECT_TRUE(std::isinf(diff.root_mean_square));
            else
                EXPECT_NEAR(diff.root_mean_square, std::sqrt(squares / static_cast<double>(now.size())),
                            1e-9 * (1 + largest));
            EXPECT_EQ(std::set<Index>(diff.moved_heads.begin(), diff.moved_heads.end()), heads);
        }
    }
}

} // namespace
} // namespace attn
