#include "core/model/cell.h"

#include "core/model/arrays.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(CellName, CountsFromOneAndNamesHeadsOnlyWhereThereAreSome) {
    EXPECT_EQ(cell_name({0, ArrayId::A, 0, 0, 4, 1}), "A/1[5,2]");
    EXPECT_EQ(cell_name({0, ArrayId::X, 0, 0, 0, 3}), "X[1,4]");
    EXPECT_EQ(cell_name({0, ArrayId::W_Q, 0, 1, 2, 0}), "W_Q/2[3,1]");
    EXPECT_EQ(cell_name({0, ArrayId::b_O, 0, 0, 0, 6}), "b_O[1,7]");
    EXPECT_EQ(cell_name({0, ArrayId::A, 2, 1, 0, 0}), "A/2@3[1,1]");
}

TEST(CellName, IsReadAsItIsWritten) {
    for (const Array& row : stages())
        for (const Index item : {Index{0}, Index{3}}) {
            const CellId cell{0, row.id, item, row.heads == Heads::each ? Index{2} : Index{0}, 10, 4};
            EXPECT_EQ(parse_cell_name(cell_name(cell)), cell) << row.name;
        }
}

TEST(CellName, OfAMaskSaysTheHeadWhereItIsNotTheFirst) {
    EXPECT_EQ(cell_name({0, ArrayId::mask, 0, 0, 0, 0}), "mask[1,1]");
    EXPECT_EQ(cell_name({0, ArrayId::mask, 1, 2, 0, 0}), "mask/3@2[1,1]");
    EXPECT_EQ(parse_cell_name("mask/3@2[1,1]"), (CellId{0, ArrayId::mask, 1, 2, 0, 0}));
}

TEST(CellName, TakesTheItemThatIsShownWhereNoneIsNamed) {
    EXPECT_EQ(parse_cell_name("A/1[1,1]", 2)->item, 2);
    EXPECT_EQ(parse_cell_name("A/1@1[1,1]", 2)->item, 0);
}

TEST(CellName, IsRefusedWhereItMeansNothing) {
    for (const char* const name : {"A/9223372036854775807[1,1]", "A/1@9223372036854775807[1,1]",
                                   "A/1[9223372036854775807,1]", "A/1[1,9223372036854775808]"})
        EXPECT_FALSE(parse_cell_name(name)) << name;
    for (const char* text : {"", "A", "A/1", "A/1[1]", "A/1[1,2", "A/1[1,2]x", "A/0[1,1]", "A/1[0,1]", "B/1[1,1]",
                             "X/1[1,1]", "b_O/1[1,1]", "3A/2[4,1]", "3:", ":A/2[4,1]", "A/1[1,-2]",
                             "A/1[99999999999999999999,1]", "A/[1,1]", "a/1[1,1]"})
        EXPECT_FALSE(parse_cell_name(text)) << text;
}

TEST(ArrayName, FindsEveryStageAndParameterByItsName) {
    for (const Array& row : stages())
        EXPECT_EQ(find_array(row.name), ArrayId(row.id));
    EXPECT_EQ(find_array("W_O"), ArrayId::W_O);
    EXPECT_EQ(find_array("b_Q"), ArrayId::b_Q);
    EXPECT_FALSE(find_array("W"));
}

TEST(ArrayName, OfWhatEntersTheModelIsReadAsItWasBeforeToo) {
    EXPECT_EQ(cell_name({3, ArrayId::A, 0, 1, 3, 0}), "3:A/2[4,1]");
    EXPECT_EQ(parse_cell_name("3:A/2[4,1]"), (CellId{3, ArrayId::A, 0, 1, 3, 0}));
    EXPECT_EQ(parse_cell_name("0:A/2[4,1]"), (CellId{0, ArrayId::A, 0, 1, 3, 0}));
    EXPECT_EQ(parse_cell_name("x:A/2[4,1]"), std::nullopt);
    EXPECT_EQ(parse_cell_name("-1:A/2[4,1]"), std::nullopt);
    EXPECT_EQ(find_array("residual"), ArrayId::resid_pre);
    EXPECT_EQ(array_name(ArrayId::resid_pre), "resid_pre");
    EXPECT_EQ(parse_cell_name("residual[2,1]"), (CellId{0, ArrayId::resid_pre, 0, 0, 1, 0}));
}

} // namespace
} // namespace attn
