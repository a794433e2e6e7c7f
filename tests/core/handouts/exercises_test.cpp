#include "core/handouts/exercises.h"

#include "tests/core/figure/figures.h"

#include <limits>

namespace attn::test {
namespace {

Exercises made(const Drawn& drawn, const ExerciseRequest& request) {
    auto found = exercises(drawn.trace(), request);
    EXPECT_TRUE(found) << (found ? "" : found.error().message);
    return found ? *std::move(found) : Exercises{};
}

TEST(Exercises, GoHeadByHeadAndEndWithWhatHeadsMakeTogether) {
    const Drawn by_hand = Drawn::preset("by-hand");
    const Exercises found = made(by_hand, {{ArrayId::Y, ArrayId::O, ArrayId::scores}, 0, {}, 1});
    ASSERT_EQ(found.all.size(), 5U);
    EXPECT_EQ(found.all[0].slot, (Address{0, ArrayId::scores, 0, 0}));
    EXPECT_EQ(found.all[1].slot, (Address{0, ArrayId::O, 0, 0}));
    EXPECT_EQ(found.all[2].slot, (Address{0, ArrayId::scores, 0, 1}));
    EXPECT_EQ(found.all[4].slot, (Address{0, ArrayId::Y, 0, 0}));
    EXPECT_EQ(found.all[0].cells.size(), 9U);
}

TEST(Exercises, LeaveNoNumberThatGivesAnAnswerAway) {
    const Exercises found = made(Drawn::preset("by-hand"), {{ArrayId::scores, ArrayId::A, ArrayId::O}, 0, {1}, 1});
    for (const ArrayId stage : {ArrayId::scores, ArrayId::scaled, ArrayId::masked, ArrayId::exp, ArrayId::A})
        EXPECT_TRUE(found.blank.contains({0, stage, 0, 1, 2, 1})) << array_name(stage);
    EXPECT_TRUE(found.blank.contains({0, ArrayId::row_sum, 0, 1, 0, 0}));
    EXPECT_TRUE(found.blank.contains({0, ArrayId::concat, 0, 0, 0, 2})) << "the second head's first number";
    EXPECT_FALSE(found.blank.contains({0, ArrayId::concat, 0, 0, 0, 0})) << "the first head is not asked";
    EXPECT_FALSE(found.blank.contains({0, ArrayId::Q, 0, 1, 0, 0}));
}

TEST(Exercises, CanBeEveryThirdCell) {
    const Exercises found = made(Drawn::preset("by-hand"), {{ArrayId::scores}, 0, {0}, 3});
    ASSERT_EQ(found.all.size(), 1U);
    const std::vector<CellId> first_of_each_row{
        {0, ArrayId::scores, 0, 0, 0, 0}, {0, ArrayId::scores, 0, 0, 1, 0}, {0, ArrayId::scores, 0, 0, 2, 0}};
    EXPECT_EQ(found.all.front().cells, first_of_each_row);
}

TEST(Exercises, DoNotAskForTheSharesThatTheMaskTakes) {
    const Drawn masks = Drawn::preset("masks");
    const Exercises found = made(masks, {{ArrayId::A}, 0, {0}, 1});
    for (const Exercise& exercise : found.all)
        for (const CellId& cell : exercise.cells)
            EXPECT_GT(masks.trace().value({0, ArrayId::masked, cell.item, cell.head, cell.row, cell.column}),
                      -std::numeric_limits<float>::infinity())
                << cell_name(cell);
}

TEST(Exercises, AreRefusedWhereNothingIsComputed) {
    const Drawn by_hand = Drawn::preset("by-hand");
    for (const ArrayId stage : {ArrayId::E, ArrayId::mask, ArrayId::concat, ArrayId::context})
        EXPECT_FALSE(exercises(by_hand.trace(), {{stage}, 0, {}, 1})) << array_name(stage);
}

} // namespace
} // namespace attn::test
