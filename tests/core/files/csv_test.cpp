#include "core/files/csv.h"

#include "tests/core/files/io_testing.h"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace attn {

using testing::HasSubstr;

namespace {

constexpr float csv_infinity = std::numeric_limits<float>::infinity();

void expect_table(std::string_view text, const Matrix& expected) {
    const auto found = parse_table(text);
    ASSERT_TRUE(found) << text << ": " << message_of(found);
    EXPECT_TRUE(equal_bits(*found, expected)) << text;
}

} // namespace

TEST(ShortestText, IsWhatAPersonWouldWrite) {
    EXPECT_EQ(shortest_text(0.1F), "0.1");
    EXPECT_EQ(shortest_text(-2), "-2");
    EXPECT_EQ(shortest_text(-csv_infinity), "-inf");
    EXPECT_EQ(shortest_text(csv_infinity), "inf");
    EXPECT_EQ(shortest_text(-std::nanf("")), "nan");
    EXPECT_EQ(shortest_text(-0.0F), "-0");
}

TEST(Csv, HasLabelsWhereTheyAreGiven) {
    const Matrix matrix = Matrix::from_rows({{1, 0.5}, {-csv_infinity, 3}});
    const std::vector<std::string> rows{"the", "a,b"};
    const std::vector<std::string> columns{"say \"x\"", "two\nlines"};
    EXPECT_EQ(csv_text(matrix), "1,0.5\n-inf,3\n");
    EXPECT_EQ(csv_text(matrix, {rows, columns}), ",\"say \"\"x\"\"\",\"two\nlines\"\nthe,1,0.5\n\"a,b\",-inf,3\n");
    EXPECT_EQ(csv_text(matrix, {{}, rows}), "the,\"a,b\"\n1,0.5\n-inf,3\n");
}

RC_GTEST_PROP(Csv, EveryNumberReadsBackBitForBit, (const std::vector<std::uint32_t>& bits)) {
    RC_PRE(!bits.empty());
    std::vector<float> values;
    for (const std::uint32_t pattern : bits) {
        const auto value = std::bit_cast<float>(pattern);
        values.push_back(std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value);
    }
    const auto count = static_cast<Index>(values.size());
    const Matrix matrix = Matrix::adopt(values, 1, count);
    const auto found = parse_table(csv_text(matrix));
    RC_ASSERT(found);
    RC_ASSERT(equal_bits(*found, matrix));
}

TEST(Csv, QuotesWhateverAReaderMayCutAt) {
    EXPECT_EQ(csv_field("a;=1+1"), "\"a;=1+1\"");
    EXPECT_EQ(csv_field("a\t=1+1"), "\"a\t=1+1\"");
    EXPECT_EQ(csv_field("plain"), "plain");
}

TEST(Csv, HasNoSignThatATerminalObeys) {
    EXPECT_EQ(csv_field("\x1b[2Jgone"), "?[2Jgone");
    EXPECT_EQ(csv_field("one\rtwo\bthree\x07"), "one?two?three?");
    EXPECT_EQ(csv_field("\xc2\x9b"
                        "2J \xe2\x80\xae"),
              "?2J ?")
        << "of one byte more, and what turns a line around";
    EXPECT_EQ(csv_field("\r=1+1"), "?=1+1") << "which is no formula";
    EXPECT_EQ(csv_field("two\nlines, \ta tab"), "\"two\nlines, \ta tab\"");
}

TEST(Table, AnySeparatorWillDo) {
    const Matrix expected = Matrix::from_rows({{1, 2.5}, {-3, 4}});
    expect_table("1,2.5\n-3,4\n", expected);
    expect_table("1, 2.5\r\n-3, 4\r\n", expected);
    expect_table("1;2.5\n-3;4", expected);
    expect_table("1\t2.5\n-3\t4", expected);
    expect_table("  1   2.5 \n\n  \n -3 4", expected);
    expect_table("\xEF\xBB\xBF\"1\",\"2.5\"\n\"-3\",4\n", expected);
    expect_table("7", Matrix::from_rows({{7}}));
}

TEST(Table, DecimalCommasStandBetweenSemicolonsOrTabs) {
    expect_table("1,5;2\n3;-4,25", Matrix::from_rows({{1.5, 2}, {3, -4.25}}));
    expect_table("1,5\t2,5", Matrix::from_rows({{1.5, 2.5}}));
    expect_table("1,5", Matrix::from_rows({{1, 5}}));
}

TEST(Table, SignsAndInfinitiesAreReadAsTheyAreShown) {
    expect_table("−1.5 +2 −∞ inf ∞", Matrix::from_rows({{-1.5, 2, -csv_infinity, csv_infinity, csv_infinity}}));
    expect_table("1e-60 -1e-60 1e3", Matrix::from_rows({{0.0F, -0.0F, 1000}}));
}

TEST(Table, NamesLineAndColumnOfWhatIsNoNumber) {
    EXPECT_EQ(message_of(parse_table("1,2\n3,x")), "table: line 2, column 2: \"x\" is no number");
    EXPECT_EQ(message_of(parse_table("1,,2")), "table: line 1, column 2: \"\" is no number");
    EXPECT_EQ(message_of(parse_table("1 2\n\n3")), "table: line 3 has 1 number, those before it have 2");
    EXPECT_EQ(message_of(parse_table("1 1e39")), "table: line 1, column 2: 1e39 is beyond the range of float32");
    EXPECT_EQ(message_of(parse_table("1 -1e999")), "table: line 1, column 2: -1e999 is beyond the range of float32");
    EXPECT_EQ(message_of(parse_table(" \n\n")), "table: is empty, a table of numbers was expected");
    EXPECT_EQ(message_of(parse_table("", "clipboard")), "clipboard: is empty, a table of numbers was expected");
    for (const std::string_view text :
         {"0x10", "1.2.3", "--1", "+-1", "1e", "12abc", ".", "-", "1,2,3;4", "nan(1", "1_0"})
        EXPECT_THAT(message_of(parse_table(text)), HasSubstr("is no number")) << text;
}

RC_GTEST_PROP(Table, AnyTextGivesAMatrixOrOneLine, (const std::string& text)) {
    expect_value_or_one_line(parse_table(text));
}

} // namespace attn
