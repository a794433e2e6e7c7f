// The visible stages are computed before the rest.

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/core/engine/partial_changes.h"

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

using test::Random;

/// The name of the first matrix whose numbers are wrong: a current one must have the new layer's, another one those of
/// before.
std::string first_wrong(const Trace& completed, const Trace& before, const Trace& fresh) {
    for (const Array& row : stages()) {
        if (!fresh.has(row.id) || !fresh.keeps(row.id))
            continue;
        for (const Address slot : fresh.slots(row.id)) {
            const Trace& whose = completed.is_current(slot) ? fresh : before;
            if (!equal_bits(completed.matrix(slot).view(), whose.matrix(slot).view()))
                return fmt::format("{} of head {}", array_name(slot.array), slot.head);
        }
    }
    return {};
}

/// True for slots to be computed first: those of the head (but not its columns of concat), those that no head makes,
/// and those of other heads up to the stage that is shown for all heads.
bool is_of_head(const Array& row, Address slot, const Trace& trace, const SeenFirst& first) {
    const bool is_in_some_head = row.heads != Heads::none && !is_in_blocks(row.id);
    const bool is_in_head = is_in_some_head && slot == trace.canonical(Address{0, row.id, first.item, first.head});
    const bool is_seen_of_all = is_in_some_head && first.up_to && row.id <= *first.up_to && slot.item == first.item;
    return is_in_head || is_seen_of_all || (row.heads == Heads::none && !is_made_by_heads(row.id));
}

RC_GTEST_PROP(Engine, ComputesTheHeadThatIsInSightBeforeTheRest, (std::uint32_t seed)) {
    Random random(seed);
    Layer layer = test::random_layer(random, test::random_kind(random));
    Engine engine(static_cast<unsigned>(test::random_index(random, 1, 3)), 0);
    engine.compute(layer);
    for (int change = 0; change < 8; ++change) {
        const Trace before = engine.trace();
        layer = test::randomly_changed(random, std::move(layer));
        const Trace fresh = Engine(1).compute(layer);
        std::string wrong;
        SeenFirst first;
        first.item = test::random_index(random, 0, fresh.sizes().B - 1);
        first.head = test::random_index(random, 0, fresh.sizes().H - 1);
        if (test::random_index(random, 0, 1) == 1)
            first.up_to = stages()[static_cast<std::size_t>(test::random_index(random, 0, stage_count - 1))].id;
        first.ready = [&] {
            const std::optional<Trace> completed = engine.trace().completed_by(before);
            if (!completed) // another layout: the window waits
                return;
            wrong = first_wrong(*completed, before, fresh);
            for (const Array& row : stages())
                if (fresh.has(row.id))
                    for (const Address slot : fresh.slots(row.id))
                        if (is_of_head(row, slot, fresh, first) && !completed->is_current(slot))
                            wrong = fmt::format("{} of head {} is missing", array_name(slot.array), slot.head);
        };
        RC_ASSERT(test::first_difference(engine.compute(layer, {}, {}, &first), fresh) == "");
        RC_ASSERT(wrong == "");
    }
}

TEST(Engine, HasTheHeadInSightReadyWhileOthersAreStale) {
    Random random(3);
    test::LayerKind kind;
    kind.sizes = {.B = 1, .S_q = 5, .S_k = 5, .D = 8, .D_context = 8, .H = 4, .d_k = 2, .d_v = 2};
    kind.given_X = true;
    Layer layer = test::random_layer(random, kind);
    Engine engine(2, 0);
    const Trace before = engine.compute(layer);
    layer.given.begin()->second = test::changed_in_a_cell(random, layer.given.begin()->second);
    int times = 0;
    const SeenFirst first{0, 2, {}, [&] {
                              ++times;
                              const Trace completed = engine.trace().completed_by(before).value();
                              EXPECT_TRUE(completed.is_current({0, ArrayId::O, 0, 2}));
                              EXPECT_FALSE(completed.is_current({0, ArrayId::O, 0, 1}));
                              EXPECT_FALSE(completed.is_current({0, ArrayId::concat, 0, 0}));
                              EXPECT_FALSE(completed.is_current({0, ArrayId::Y, 0, 0}));
                          }};
    engine.compute(layer, {}, {}, &first);
    EXPECT_EQ(times, 1);
    EXPECT_TRUE(engine.trace().is_current({0, ArrayId::Y, 0, 0}));
    engine.compute(layer, {}, {}, &first);
    EXPECT_EQ(times, 1) << "nothing is left to be computed";
}

TEST(Engine, StoppedAfterWhatIsInSightItComputesTheRestLater) {
    Random random(4);
    Layer layer = test::random_layer(random, {});
    Engine engine(2, 0);
    Trace shown = engine.compute(layer);
    for (int edit = 0; edit < 10; ++edit) {
        layer = test::changed_in_a_column(random, std::move(layer));
        std::stop_source stop;
        const SeenFirst first{0, 0, {}, [&] {
                                  shown = engine.trace().completed_by(shown).value();
                                  stop.request_stop();
                              }};
        engine.compute(layer, stop.get_token(), {}, &first);
    }
    EXPECT_EQ(test::first_difference(engine.compute(layer), Engine(1).compute(layer)), "");
}

} // namespace
} // namespace attn
