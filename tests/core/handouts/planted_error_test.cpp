#include "core/handouts/planted_error.h"

#include "core/explain/explain.h"
#include "core/model/arrays.h"
#include "tests/core/figure/figures.h"

#include <cmath>
#include <limits>
#include <set>

namespace attn::test {
namespace {

/// The cells of the exercises whose number differs from the one that its operands make.
std::vector<CellId> contradictions(const Trace& trace, const Exercises& exercises) {
    std::vector<CellId> found;
    for (const Exercise& exercise : exercises.all)
        for (const CellId& cell : exercise.cells)
            if (const Explanation made = explain(trace, cell);
                std::abs(made.recomputed - static_cast<double>(made.value)) > 1e-4)
                found.push_back(cell);
    return found;
}

TEST(PlantedError, IsFoundByRecomputingAndIsTheOnlyOne) {
    const Drawn by_hand = Drawn::preset("by-hand");
    const auto found = exercises(by_hand.trace(), {{ArrayId::scores, ArrayId::A, ArrayId::O, ArrayId::Y}, 0, {}, 1});
    ASSERT_TRUE(found);
    std::set<ArrayId> places;
    for (std::uint64_t key = 0; key < 40; ++key) {
        const auto slip = planted_error(by_hand.trace(), *found, key);
        ASSERT_TRUE(slip);
        EXPECT_EQ(slip->right, by_hand.trace().value(slip->cell));
        EXPECT_GE(std::abs(slip->right - slip->wrong), 0.02F);
        EXPECT_FALSE(slip->words.empty());
        Engine engine(1);
        const Trace& wrong = engine.compute(with_error(by_hand.session().layer(), *slip));
        EXPECT_EQ(wrong.value(slip->cell), slip->wrong);
        EXPECT_EQ(contradictions(wrong, *found), std::vector<CellId>{slip->cell}) << slip->words;
        places.insert(slip->cell.array);
    }
    EXPECT_EQ(places.size(), 4U) << "slips stand in all stages";
}

TEST(PlantedError, HasItsPlaceWhereNumbersCanBeWrong) {
    const Drawn mute = Drawn::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 1, 'heads': 1},"
                                   " 'heads': [{'W_Q': [[0]], 'W_K': [[0]], 'W_V': [[0]], 'W_O': [[0]]}]}");
    const auto found = exercises(mute.trace(), {{ArrayId::scores}, 0, {}, 1});
    ASSERT_TRUE(found);
    EXPECT_FALSE(planted_error(mute.trace(), *found, 1));
}

} // namespace
} // namespace attn::test
