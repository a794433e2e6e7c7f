#include "core/engine/engine.h"
#include "tests/core/document/sessions.h"

#include <gmock/gmock.h>
#include <limits>

namespace attn {
namespace {

using test::after;
using test::computed;
using test::notice_of;
using test::refusal_of;
using test::session_of;
using test::small_session;
using testing::HasSubstr;

CellId cell(ArrayId array, Index row, Index column) {
    return {0, array, 0, 0, row, column};
}

TEST(SetPart, OfAWeightChangesThosePlacesAndNoOther) {
    const Session before = small_session();
    const Matrix& old = before.layer().heads[0].W_Q;
    const Session now = after(before, SetPart{cell(ArrayId::W_Q, 2, 1), Matrix::from_rows({{7}, {8}})});
    const Matrix expected = old.with_cell(2, 1, 7).with_cell(3, 1, 8);
    EXPECT_TRUE(equal_bits(now.layer().heads[0].W_Q, expected));
    EXPECT_TRUE(now.layer().heads[1].W_Q.is_same_as(before.layer().heads[1].W_Q));
}

TEST(SetPart, ThatDoesNotFitSaysFromWhereAndIntoWhat) {
    const SetPart part{cell(ArrayId::W_Q, 3, 0), Matrix::zeros(2, 2)};
    EXPECT_EQ(refusal_of(small_session(), part), "W_Q: 2 × 2 numbers from row 4, column 1 on do not fit; it is 4 × 2");
}

TEST(SetPart, WithANumberThatCannotBeHeldNamesItsRowAndColumn) {
    const float infinity = std::numeric_limits<float>::infinity();
    const SetPart part{cell(ArrayId::W_Q, 0, 0), Matrix::from_rows({{1, 2}, {3, infinity}})};
    EXPECT_EQ(refusal_of(small_session(), part),
              "W_Q: inf in row 2, column 2 is no number it can hold; expected a finite number");
}

TEST(SetPart, OfEChangesTheWordWhereverItStands) {
    const Session session = after(small_session(), SetTokens{0, {"the", "cat", "the"}, Side::sequence});
    const Session now = after(session, SetPart{cell(ArrayId::E, 2, 1), Matrix::from_rows({{5, 6}})});
    const Matrix E = computed(now, ArrayId::E);
    EXPECT_EQ(E(0, 1), 5);
    EXPECT_EQ(E(2, 2), 6);
    const SetPart contradiction{cell(ArrayId::E, 0, 0), Matrix::from_rows({{1}, {2}, {3}})};
    EXPECT_THAT(refusal_of(session, contradiction), HasSubstr("rows 1 and 3 are both “the” and differ"));
}

TEST(SetPart, OfComputedXPinsCellsAndTheWholeOfItIsGiven) {
    const Session session = small_session();
    const SetPart part{cell(ArrayId::X, 1, 2), Matrix::from_rows({{5, 6}})};
    EXPECT_EQ(notice_of(session, part), "2 cells of X are pinned now.");
    const Session pinned = after(session, part);
    EXPECT_EQ(computed(pinned, ArrayId::X)(1, 3), 6);
    const Session given = after(pinned, SetPart{cell(ArrayId::X, 0, 0), Matrix::zeros(3, 4)});
    EXPECT_TRUE(given.layer().pins.empty());
    EXPECT_EQ(computed(given, ArrayId::X)(1, 3), 0);
    const Session other = after(given, SetPart{cell(ArrayId::X, 2, 0), Matrix::from_rows({{9}})});
    EXPECT_TRUE(other.layer().pins.empty()) << "a given stage takes the numbers itself";
    EXPECT_EQ(computed(other, ArrayId::X)(2, 0), 9);
}

TEST(SetPart, OfAComputedStageIsRefusedWithWhatToDoInstead) {
    EXPECT_THAT(refusal_of(small_session(), SetPart{cell(ArrayId::A, 0, 0), Matrix::zeros(2, 2)}),
                HasSubstr("A is computed"));
}

TEST(SetPart, OfTheMaskPaintsIt) {
    const float hidden = -std::numeric_limits<float>::infinity();
    const Session now = after(small_session(), SetPart{cell(ArrayId::mask, 0, 1), Matrix::from_rows({{hidden}, {-2}})});
    EXPECT_EQ(now.layer().mask.painted(0, 1), hidden);
    EXPECT_EQ(now.layer().mask.painted(1, 1), -2);
    EXPECT_EQ(computed(now, ArrayId::A)(0, 1), 0);
}

TEST(SetPart, OfNothingIsRefused) {
    EXPECT_THAT(refusal_of(small_session(), SetPart{cell(ArrayId::W_Q, 0, 0), {}}), HasSubstr("no numbers"));
}

} // namespace
} // namespace attn
