// Computing only some rows of a stage.

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// Random rows of a random stage that the layer has.
WantedRows some_rows(std::mt19937& random, const Trace& trace) {
    const auto from = [&](Index low, Index high) { return test::random_index(random, low, high); };
    WantedRows wanted;
    do
        wanted.stage = static_cast<ArrayId>(from(0, stage_count - 1));
    while (!trace.has(wanted.stage));
    const Index all = shape_of(trace.sizes(), wanted.stage).rows;
    wanted.rows.first = from(0, all - 1);
    wanted.rows.last = from(wanted.rows.first + 1, all);
    return wanted;
}

std::string first_other_row(const Trace& some, const Trace& all, const WantedRows& wanted) {
    for (const Address slot : all.slots(wanted.stage)) {
        const Matrix left = some.compute_uncached(slot);
        const Matrix right = all.compute_uncached(slot);
        if (!equal_bits(rows_of(left.view(), wanted.rows), rows_of(right.view(), wanted.rows)))
            return fmt::format("{} of head {}", array_name(wanted.stage), slot.head);
    }
    return {};
}

RC_GTEST_PROP(Engine, ComputesRowsAloneAsItComputesThemWithAll, (std::uint32_t seed)) {
    std::mt19937 random(seed);
    Layer layer = test::random_layer(random, test::random_kind(random));
    Engine engine(2, 0);
    for (int edit = 0; edit < 8; ++edit) {
        Engine fresh(1);
        const Trace& all = fresh.compute(layer);
        if (test::random_index(random, 0, 3) == 0) { // the other rows are then computed too
            const Trace& whole = engine.compute(layer);
            for (const Array& row : stages())
                if (all.has(row.id))
                    RC_ASSERT(first_other_row(whole, all, {row.id, {0, shape_of(all.sizes(), row.id).rows}}).empty());
        } else {
            const WantedRows wanted = some_rows(random, all);
            RC_ASSERT(first_other_row(engine.compute_rows(layer, wanted), all, wanted).empty());
        }
        layer = test::randomly_changed(random, std::move(layer));
    }
}

TEST(Engine, LeavesOutWhatWantedRowsDoNotRead) {
    std::mt19937 random(1);
    const Layer layer = test::random_layer(random, {});
    Engine engine(1);
    const Trace& trace = engine.compute_rows(layer, {ArrayId::scores, {1, 2}});
    EXPECT_NE(trace.version({0, ArrayId::K, 0, 0}), 0U) << "all keys are read";
    EXPECT_EQ(trace.version({0, ArrayId::Q, 0, 0}), 0U) << "of the queries one";
    EXPECT_EQ(trace.version({0, ArrayId::V, 0, 0}), 0U);
    EXPECT_EQ(trace.version({0, ArrayId::Y, 0, 0}), 0U);
}

} // namespace
} // namespace attn
