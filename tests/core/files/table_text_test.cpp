#include "core/files/table_text.h"

#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

constexpr float table_infinity = std::numeric_limits<float>::infinity();

Matrix pasted(std::string_view text) {
    const Result<Matrix> table = parse_pasted(text, "clipboard");
    EXPECT_TRUE(table) << (table ? "" : table.error().message);
    return table ? *table : Matrix();
}

TEST(TableText, OfTexHasNoMoreDecimalsThanItNeeds) {
    EXPECT_EQ(tex_text(Matrix::from_rows({{1, 0}, {-2, 8}})),
              "\\begin{bmatrix}\n  1 & 0 \\\\\n  -2 & 8 \\\\\n\\end{bmatrix}\n");
    EXPECT_EQ(tex_text(Matrix::from_rows({{0.5F, -0.0F}})), "\\begin{bmatrix}\n  0.5 & 0.0 \\\\\n\\end{bmatrix}\n");
    EXPECT_EQ(tex_text(Matrix::from_rows({{1 / 3.0F, -table_infinity, 2e9F}})),
              "\\begin{bmatrix}\n  0.333 & -\\infty & 2.00 \\times 10^{9} \\\\\n\\end{bmatrix}\n");
}

TEST(TableText, OfNumPyIsAnExpressionOfFloat32) {
    EXPECT_EQ(numpy_text(Matrix::from_rows({{0.1F, -table_infinity}, {3, -4}})),
              "np.array([[0.1, -np.inf],\n          [3, -4]], dtype=np.float32)\n");
}

TEST(TableText, OfMarkdownNamesRowsAndColumns) {
    const std::vector<std::string> rows{"rose", "a|b"};
    const std::vector<std::string> columns{"is"};
    EXPECT_EQ(markdown_text(Matrix::from_rows({{0.5F}, {-table_infinity}}), {rows, columns}),
              "| | is |\n|---|---:|\n| rose | 0.5 |\n| a\\|b | -∞ |\n");
    EXPECT_EQ(markdown_text(Matrix::from_rows({{1, 2}}), {}), "| 1 | 2 |\n|---:|---:|\n| 1 | 2 |\n");
}

TEST(TableText, PastedIsReadHoweverItIsSeparated) {
    const Matrix expected = Matrix::from_rows({{1, -2.5F}, {3, 4}});
    for (const std::string_view text :
         {"1\t-2.5\n3\t4\n", "1, -2.5\n3, 4", "1;−2,5\n3;4", "1 -2.5\r\n3 4\r\n", "[[1, -2.5], [3, 4]]",
          "[[ 1.  -2.5]\n [ 3.   4. ]]", "tensor([[ 1.0000, -2.5000],\n        [ 3.0000,  4.0000]])",
          "array([[ 1. , -2.5],\n       [ 3. ,  4. ]], dtype=float32)",
          "\\begin{bmatrix} 1 & -2.5 \\\\ 3 & 4 \\end{bmatrix}"})
        EXPECT_TRUE(equal_bits(pasted(text), expected)) << text;
}

TEST(TableText, PastedThatIsNoTableNamesTheLineAndColumn) {
    const auto refusal = [](std::string_view text) {
        const Result<Matrix> table = parse_pasted(text, "clipboard");
        EXPECT_FALSE(table) << text;
        return table ? std::string() : table.error().message;
    };
    EXPECT_EQ(refusal("1 2\n3 x"), "clipboard: line 2, column 2: \"x\" is no number");
    EXPECT_EQ(refusal("1\t1e39"), "clipboard: line 1, column 2: 1e39 is beyond the range of float32");
    EXPECT_EQ(refusal("1 2\n3"), "clipboard: line 2 has 1 number, those before it have 2");
    EXPECT_EQ(refusal(" \n"), "clipboard: is empty, a table of numbers was expected");
    EXPECT_EQ(refusal("[]"), "clipboard: is empty, a table of numbers was expected");
    EXPECT_EQ(refusal("1,5 2,5"), "clipboard: line 1, column 2: \"5 2\" is no number");
}

RC_GTEST_PROP(TableText, OfTabsAndNumPyReadsBackToTheSameBits, ()) {
    const auto rows = *rc::gen::inRange<Index>(1, 5);
    const auto columns = *rc::gen::inRange<Index>(1, 5);
    const auto numbers = *rc::gen::container<std::vector<float>>(
        static_cast<std::size_t>(rows * columns),
        rc::gen::weightedOneOf<float>(
            {{8, rc::gen::arbitrary<float>()}, {1, rc::gen::element(-table_infinity, table_infinity)}}));
    const Matrix matrix = Matrix::adopt(numbers, rows, columns);
    RC_ASSERT(equal_bits(pasted(tab_text(matrix)), matrix));
    RC_ASSERT(equal_bits(pasted(numpy_text(matrix)), matrix));
}

RC_GTEST_PROP(TableText, WhateverIsPastedIsReadOrRefused, ()) {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element('[', ']', '1', ',', '\\', '{', '}', '&', '\n', '\t', ' ', '.', '-', 'e', ')', 'b'));
    for (const std::string& pasted_text : {text, "\\begin{" + text}) {
        const Result<Matrix> table = parse_pasted(pasted_text, "clipboard");
        const bool explains_itself = table ? !table->empty() : !table.error().message.empty();
        RC_ASSERT(explains_itself);
    }
}

} // namespace
} // namespace attn
