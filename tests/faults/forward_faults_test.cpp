// Each allocation of a forward fails once. The numbers of before stay, and the next forward is right.

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/faults/failing_allocation.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <new>
#include <optional>

namespace attn::test {
namespace {

/// The name of the first stage in which a number differs by a bit; empty if none does.
std::string first_difference(const Trace& left, const Trace& right) {
    for (const Array& row : stages()) {
        if (left.has(row.id) != right.has(row.id))
            return std::string(row.name);
        if (!left.has(row.id))
            continue;
        for (const Address slot : left.slots(row.id))
            if (!equal_bits(left.compute_uncached(slot), right.compute_uncached(slot)))
                return std::string(row.name);
    }
    return {};
}

/// A copy of the trace that is held, or not, while an allocation of the engine fails.
enum class Held : bool { no, yes };

void fail_every_allocation(const Layer& before, const Layer& after, unsigned threads, Held held) {
    const Trace before_alone = Engine(1).compute(before);
    const Trace after_alone = Engine(1).compute(after);
    std::int64_t n = 0;
    for (bool failed = true; failed; ++n) {
        ASSERT_LT(n, 5000);
        Engine engine(threads);
        std::optional<Trace> copy;
        if (const Trace& computed = engine.compute(before); held == Held::yes)
            copy = computed;
        bool thrown = false;
        {
            const FailingAllocation fault(n);
            try {
                engine.compute(after);
            } catch (const std::bad_alloc&) {
                thrown = true;
            }
            failed = fault.happened();
        }
        if (copy)
            ASSERT_EQ(first_difference(*copy, before_alone), "") << "allocation " << n;
        if (thrown)
            ASSERT_EQ(first_difference(engine.trace(), before_alone), "") << "allocation " << n;
        ASSERT_EQ(first_difference(engine.compute(after), after_alone), "") << "allocation " << n;
        ASSERT_EQ(first_difference(engine.compute(before), before_alone), "") << "allocation " << n;
    }
    EXPECT_GT(n, 20);
}

TEST(ForwardFaults, LeaveTheNumbersOfBeforeAndTheNextForwardIsRight) {
    Random random(7);
    for (const Held held : {Held::no, Held::yes})
        for (const unsigned threads : {1U, 3U}) {
            LayerKind kind;
            kind.sizes = {.B = 2, .S_q = 5, .S_k = 6, .D = 8, .D_context = 8, .H = 3, .d_k = 4, .d_v = 4};
            kind.cross = true;
            kind.biases = true;
            const Layer before = random_layer(random, kind);
            Layer after = before;
            after.heads[1].W_Q = random_matrix(random, 8, 4);
            after.mask.causal = true;
            ASSERT_TRUE(validate(after));
            fail_every_allocation(before, after, threads, held);
            if (HasFatalFailure())
                return;
        }
}

TEST(ForwardFaults, OfAnotherShapeLeaveTheNumbersOfBefore) {
    Random random(8);
    LayerKind kind;
    const Layer before = random_layer(random, kind);
    kind.sizes.S_q = kind.sizes.S_k = 9;
    kind.norm = true;
    const Layer after = random_layer(random, kind);
    for (const unsigned threads : {1U, 2U}) {
        fail_every_allocation(before, after, threads, Held::yes);
        if (HasFatalFailure())
            return;
    }
}

TEST(ForwardFaults, OfAnEngineThatHasComputedNothingLeaveNothingBehind) {
    Random random(9);
    const Layer layer = random_layer(random, {});
    const Trace alone = Engine(1).compute(layer);
    static_cast<void>(Engine(2, 0).compute(layer));
    const std::int64_t live = live_allocations();
    std::int64_t n = 0;
    for (bool failed = true; failed; ++n) {
        ASSERT_LT(n, 5000);
        const FailingAllocation fault(n);
        try {
            Engine engine(2, 0);
            engine.compute(layer);
        } catch (const std::bad_alloc&) { // NOLINT(bugprone-empty-catch): whether it happened is asked below
        }
        failed = fault.happened();
    }
    EXPECT_GT(n, 20);
    EXPECT_EQ(live_allocations(), live);
    EXPECT_EQ(first_difference(Engine(2, 0).compute(layer), alone), "");
}

} // namespace
} // namespace attn::test
