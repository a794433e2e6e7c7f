// The cells that moved since an earlier version of a trace.

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "tests/core/engine/partial_changes.h"

#include <bit>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck/gtest.h>
#include <utility>
#include <vector>

namespace attn {
namespace {

using test::Random;
using test::random_layer;

/// A slot with its earlier numbers and their version.
struct SeenSlot {
    Address slot;
    std::uint64_t version = 0;
    Matrix numbers;
};

std::vector<SeenSlot> seen_slots(const Trace& trace) {
    std::vector<SeenSlot> seen;
    for (const Array& row : stages())
        if (trace.has(row.id))
            for (const Address slot : trace.slots(row.id))
                seen.push_back({slot, trace.version(slot), Matrix::copy_of(trace.matrix(slot))});
    return seen;
}

/// True if everything that moved lies in the region that the trace names; nullopt if it names no region.
std::optional<bool> tells_what_moved(const Trace& trace, const SeenSlot& seen) {
    const std::optional<Region> moved = trace.moved_since(seen.slot, seen.version);
    if (!moved)
        return std::nullopt;
    const Matrix now = trace.matrix(seen.slot);
    for (Index i = 0; i < now.rows(); ++i)
        for (Index j = 0; j < now.columns(); ++j)
            if (!moved->rows.contains(i) && !moved->columns.contains(j) &&
                std::bit_cast<std::uint32_t>(now(i, j)) != std::bit_cast<std::uint32_t>(seen.numbers(i, j)))
                return false;
    return true;
}

RC_GTEST_PROP(Engine, OutsideOfWhatMovedNumbersAreThoseOfBefore, (unsigned seed)) {
    Random random(seed);
    Layer layer = random_layer(random, test::random_kind(random));
    Engine engine(static_cast<unsigned>(test::random_index(random, 1, 3)), 0);
    Trace window = engine.compute(layer);
    std::vector<std::vector<SeenSlot>> seen{seen_slots(window)};
    for (int change = 0; change < 8; ++change) {
        Layer next = test::changed_in_part(random, layer);
        if (!validate(next) || !(Addresses(next) == Addresses(layer)))
            continue;
        layer = std::move(next);
        test::compute_in_pieces(engine, layer, random);
        engine.compute(layer);
        if (test::random_index(random, 0, 2) != 0)
            window = engine.trace();
        for (const std::vector<SeenSlot>& then : seen)
            for (const SeenSlot& slot : then)
                if (engine.trace().has(slot.slot.array) &&
                    shape_of(engine.trace().sizes(), slot.slot.array) == slot.numbers.shape())
                    RC_ASSERT(tells_what_moved(engine.trace(), slot).value_or(true));
        seen.push_back(seen_slots(engine.trace()));
    }
}

TEST(Engine, TellsWhatTheLastTwoEditsMoved) {
    Random random(5);
    Layer layer =
        random_layer(random, {{.B = 1, .S_q = 6, .S_k = 6, .D = 8, .D_context = 8, .H = 2, .d_k = 4, .d_v = 4}});
    Engine engine(1);
    const Address head{0, ArrayId::scores, 0, 0};
    const auto version_with_pin = [&](Index row, Index column) {
        layer.pins[{0, ArrayId::scores, 0, 0, row, column}] = 7;
        return engine.compute(layer).version(head);
    };
    const std::uint64_t first = version_with_pin(0, 0);
    const std::uint64_t second = version_with_pin(2, 1);
    EXPECT_EQ(engine.trace().moved_since(head, first), (Region{{2, 3}, {}}));
    const std::uint64_t third = version_with_pin(4, 1);
    EXPECT_EQ(engine.trace().moved_since(head, third), Region());
    EXPECT_EQ(engine.trace().moved_since(head, second), (Region{{4, 5}, {}}));
    EXPECT_EQ(engine.trace().moved_since(head, first), (Region{{2, 5}, {}}));
    version_with_pin(5, 5);
    EXPECT_EQ(engine.trace().moved_since(head, first), std::nullopt);
}

} // namespace
} // namespace attn
