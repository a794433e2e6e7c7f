#include "ui/document/diff_words.h"

#include "core/model/arrays.h"
#include "core/notation/named_words.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

ArrayDiff diff(std::optional<ArrayId> array, Index changed, Index cells, Index heads = 1,
               std::vector<Index> moved_heads = {}) {
    ArrayDiff result;
    result.array = array;
    result.changed = changed;
    result.cells = cells;
    result.heads = heads;
    result.moved_heads = std::move(moved_heads);
    return result;
}

Diff moved(std::vector<ArrayDiff> arrays) {
    return {"by “an edit”", false, std::move(arrays)};
}

TEST(MovedWords, OfAWeightSayWhichHeadMovedAndWhichDidNot) {
    const Diff all =
        moved({diff(std::nullopt, 0, 4), diff(ArrayId::X, 0, 32), diff(ArrayId::W_Q, 1, 64, 2, {1}),
               diff(ArrayId::Q, 4, 32, 2, {1}), diff(ArrayId::scores, 16, 32, 2, {1}), diff(ArrayId::A, 16, 32, 2, {1}),
               diff(ArrayId::O, 16, 32, 2, {1}), diff(ArrayId::concat, 12, 32), diff(ArrayId::parts, 16, 64, 2, {1}),
               diff(ArrayId::Y, 12, 32)});
    EXPECT_EQ(moved_in_words(all, Notation()).letters(),
              "You changed W_Q of head 2: Q, scores … parts of head 2 moved, head 1 did not; Y moved "
              "in 12 of 32 cells.");
    EXPECT_EQ(unmoved_in_words(all, Notation()).letters(), "Did not move: tokens and X.");
    EXPECT_EQ(moved_heads_in_words(all.arrays[3], Notation()), "head 2 only");
    EXPECT_EQ(moved_heads_in_words(all.arrays.back(), Notation()), "");
}

TEST(MovedWords, OfATokenSayThatAllHeadsMoved) {
    const Diff all = moved({diff(std::nullopt, 1, 4), diff(ArrayId::E, 8, 32), diff(ArrayId::scores, 14, 32, 2, {0, 1}),
                            diff(ArrayId::Y, 32, 32)});
    EXPECT_EQ(moved_in_words(all, Notation()).letters(),
              "You changed one token: scores moved in all heads; Y moved in 32 of 32 cells.");
    EXPECT_EQ(moved_heads_in_words(all.arrays[2], Notation()), "all 2 heads");
    EXPECT_EQ(unmoved_in_words(all, Notation()).letters(), "");
}

TEST(MovedWords, OfAStageBeginWithIt) {
    const Diff all =
        moved({diff(std::nullopt, 0, 4), diff(ArrayId::scaled, 32, 32, 2, {0, 1}), diff(ArrayId::Y, 0, 32)});
    EXPECT_EQ(moved_in_words(all, Notation()).letters(),
              "It begins with scaled of all heads: scaled moved in all heads; Y did not move.");
}

TEST(MovedWords, TellOptionsAndHeadsThatWereSetBesideWeights) {
    Diff all =
        moved({diff(ArrayId::W_Q, 1, 64, 2, {1}), diff(ArrayId::O, 16, 32, 2, {0, 1}), diff(ArrayId::Y, 32, 32)});
    all.settings = {{"the mask", "the temperature"}, {0}, {}};
    EXPECT_EQ(moved_in_words(all, Notation()).letters(),
              "You changed W_Q of head 2, the mask and the temperature and switched head 1 off: O moved in all heads; "
              "Y moved in 32 of 32 cells.");
    all.arrays.front().changed = 0;
    all.settings = {{}, {}, {0, 1}};
    EXPECT_EQ(moved_in_words(all, Notation()).letters(),
              "You switched heads 1 and 2 on: O moved in all heads; Y moved in 32 of 32 cells.");
}

TEST(MovedWords, OfNothingSaySo) {
    EXPECT_EQ(moved_in_words(moved({diff(std::nullopt, 0, 4), diff(ArrayId::Y, 0, 32)}), Notation()).letters(),
              "Nothing moved: every number is as it was.");
}

TEST(MovedWords, OfManyHeadsAreCounted) {
    EXPECT_EQ(moved_heads_in_words(diff(ArrayId::Q, 9, 9, 12, {0, 1, 2, 3, 4, 5}), Notation()), "6 of 12 heads");
    EXPECT_EQ(moved_heads_in_words(diff(ArrayId::Q, 9, 9, 12, {0, 4, 6}), Notation()), "heads 1, 5 and 7");
}

TEST(MovedWords, OfAnotherShapeSaySo) {
    ArrayDiff output = diff(ArrayId::Y, 0, 0);
    output.comparable = false;
    ArrayDiff tokens = diff(std::nullopt, 0, 0);
    tokens.comparable = false;
    EXPECT_EQ(moved_in_words(moved({tokens, output}), Notation()).letters(),
              "You changed tokens; Y has another shape now.");
}

TEST(MovedWords, AreThoseOfEachNotation) {
    for (const auto& profile : shipped_notations()) {
        Notation notation;
        notation.chosen = profile->name;
        for (const Array& row : arrays()) {
            const std::string name = shown_name(notation, row.id);
            const ArrayDiff one = diff(row.id, 1, 4, 2, {1});
            EXPECT_EQ(moved_name(one, notation).letters(), name);
            const Diff all = moved({one, diff(ArrayId::Y, 0, 4)});
            EXPECT_NE(
                moved_in_words(all, notation).letters().find(name + " of head " + (profile->name == "sum" ? "1" : "2")),
                std::string::npos)
                << moved_in_words(all, notation).letters();
            EXPECT_EQ(unmoved_in_words(moved({diff(row.id, 0, 4)}), notation).letters(), "Did not move: " + name + ".");
            EXPECT_TRUE(name != row.name || name.find('_') == std::string::npos || is_parameter(row.id))
                << "an id: " << name;
        }
    }
}

} // namespace
} // namespace attn
