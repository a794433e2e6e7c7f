#include "ui/moved_words.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

Movement movement(std::optional<ArrayId> array, Index changed, Index cells, Index heads = 1,
                  std::vector<Index> moved_heads = {}) {
    Movement result;
    result.array = array;
    result.changed = changed;
    result.cells = cells;
    result.heads = heads;
    result.moved_heads = std::move(moved_heads);
    return result;
}

Moved moved(std::vector<Movement> arrays) {
    return {"by “an edit”", false, std::move(arrays)};
}

TEST(MovedWords, OfAWeightSayWhichHeadMovedAndWhichDidNot) {
    const Moved all = moved({movement(std::nullopt, 0, 4), movement(StageId::X, 0, 32),
                             movement(ParameterId::W_Q, 1, 64, 2, {1}), movement(StageId::Q, 4, 32, 2, {1}),
                             movement(StageId::scores, 16, 32, 2, {1}), movement(StageId::A, 16, 32, 2, {1}),
                             movement(StageId::O, 16, 32, 2, {1}), movement(StageId::concat, 12, 32),
                             movement(StageId::parts, 16, 64, 2, {1}), movement(StageId::Y, 12, 32)});
    EXPECT_EQ(moved_in_words(all),
              "You changed W_Q of head 2: Q, scores … parts of head 2 moved, head 1 did not; Y moved "
              "in 12 of 32 cells.");
    EXPECT_EQ(unmoved_in_words(all), "Did not move: tokens and X.");
    EXPECT_EQ(moved_heads_in_words(all.arrays[3]), "head 2 only");
    EXPECT_EQ(moved_heads_in_words(all.arrays.back()), "");
}

TEST(MovedWords, OfATokenSayThatAllHeadsMoved) {
    const Moved all = moved({movement(std::nullopt, 1, 4), movement(StageId::E, 8, 32),
                             movement(StageId::scores, 14, 32, 2, {0, 1}), movement(StageId::Y, 32, 32)});
    EXPECT_EQ(moved_in_words(all), "You changed one token: scores moved in all heads; Y moved in 32 of 32 cells.");
    EXPECT_EQ(moved_heads_in_words(all.arrays[2]), "all 2 heads");
    EXPECT_EQ(unmoved_in_words(all), "");
}

TEST(MovedWords, OfAStageBeginWithIt) {
    const Moved all = moved(
        {movement(std::nullopt, 0, 4), movement(StageId::scaled, 32, 32, 2, {0, 1}), movement(StageId::Y, 0, 32)});
    EXPECT_EQ(moved_in_words(all), "It begins with scaled of all heads: scaled moved in all heads; Y did not move.");
}

TEST(MovedWords, OfNothingSaySo) {
    EXPECT_EQ(moved_in_words(moved({movement(std::nullopt, 0, 4), movement(StageId::Y, 0, 32)})),
              "Nothing moved: every number is as it was.");
}

TEST(MovedWords, OfManyHeadsAreCounted) {
    EXPECT_EQ(moved_heads_in_words(movement(StageId::Q, 9, 9, 12, {0, 1, 2, 3, 4, 5})), "6 of 12 heads");
    EXPECT_EQ(moved_heads_in_words(movement(StageId::Q, 9, 9, 12, {0, 4, 6})), "heads 1, 5 and 7");
}

TEST(MovedWords, OfAnotherShapeSaySo) {
    Movement output = movement(StageId::Y, 0, 0);
    output.comparable = false;
    Movement tokens = movement(std::nullopt, 0, 0);
    tokens.comparable = false;
    EXPECT_EQ(moved_in_words(moved({tokens, output})), "You changed tokens; Y has another shape now.");
}

} // namespace
} // namespace attn
