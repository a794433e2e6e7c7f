// Scores, attention weights and head contributions of very many tokens and heads, which are not stored; and traces from
// which another engine goes on.

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

constexpr double worth_waking = 0;
constexpr Index keeps_nothing_large = 0;

std::string first_other_matrix(const Trace& left, const Trace& right) {
    for (const Array& row : stages()) {
        if (left.has(row.id) != right.has(row.id))
            return std::string(row.name);
        if (right.has(row.id))
            for (const Address slot : right.slots(row.id))
                if (!equal_bits(left.matrix(slot).view(), right.matrix(slot).view()))
                    return fmt::format("{} of head {}", row.name, slot.head);
    }
    return {};
}

RC_GTEST_PROP(EngineByHead, ComputesTheSameBitsWithoutStoringThem, (std::uint32_t seed)) {
    std::mt19937 random(seed);
    Layer layer = test::random_layer(random, test::random_kind(random));
    Engine by_head(2, worth_waking, keeps_nothing_large);
    for (int edit = 0; edit < 6; ++edit) {
        Engine fresh(1);
        const std::string other = first_other_matrix(by_head.compute(layer), fresh.compute(layer));
        if (!other.empty())
            RC_FAIL(fmt::format("{} after {} edits", other, edit));
        layer = test::randomly_changed(random, std::move(layer));
    }
}

TEST(EngineByHead, StoresNeitherScoresNorSharesNorParts) {
    std::mt19937 random(1);
    const Layer layer = test::random_layer(random, {});
    Engine by_head(1, worth_waking, keeps_nothing_large);
    const Trace& trace = by_head.compute(layer);
    for (const ArrayId stage : {ArrayId::scores, ArrayId::A, ArrayId::parts})
        EXPECT_FALSE(trace.keeps(stage)) << array_name(stage);
    for (const ArrayId stage : {ArrayId::X, ArrayId::Q, ArrayId::row_max, ArrayId::O, ArrayId::concat, ArrayId::Y})
        EXPECT_TRUE(trace.keeps(stage)) << array_name(stage);
}

RC_GTEST_PROP(EngineByHead, GoesOnFromATraceThatStaysAsItIs, (std::uint32_t seed)) {
    std::mt19937 random(seed);
    const Layer layer = test::random_layer(random, test::random_kind(random));
    Engine first(1);
    const Trace before = first.compute(layer);
    Engine trying(2, worth_waking);
    for (int attempt = 0; attempt < 4; ++attempt) {
        const Layer other = test::randomly_changed(random, layer);
        Engine fresh(1);
        trying.resume(before);
        RC_ASSERT(first_other_matrix(trying.compute(other), fresh.compute(other)).empty());
        Engine again(1);
        RC_ASSERT(first_other_matrix(before, again.compute(layer)).empty());
    }
}

TEST(Engine, LeavesQueriesAloneWhenAMaskIsAdded) {
    std::mt19937 random(2);
    Layer layer = test::random_layer(random, {});
    layer.mask = {};
    Engine engine(1);
    const std::uint64_t before = engine.compute(layer).version({0, ArrayId::Q, 0, 0});
    layer.mask.causal = true;
    const Trace& trace = engine.compute(layer);
    ASSERT_TRUE(trace.has(ArrayId::mask));
    EXPECT_EQ(trace.version({0, ArrayId::Q, 0, 0}), before);
    Engine fresh(1);
    EXPECT_EQ(first_other_matrix(trace, fresh.compute(layer)), "");
}

} // namespace
} // namespace attn
