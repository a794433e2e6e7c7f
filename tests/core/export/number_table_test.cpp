#include "core/export/number_table.h"

#include "core/export/python.h"

#include <array>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

NumberTable small_table() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return {"A^{(1)}", {"a|b", "c"},           {"x", "y, z"}, Matrix::from_rows({{0.125F, -infinity}, {-2, 3e8F}}),
            "Scores.", "Attention Lab: seed 7"};
}

TEST(NumberTable, AsCsvIsExactBehindAComment) {
    EXPECT_EQ(csv_table(small_table()), "# Attention Lab: seed 7. Scores.\n,x,\"y, z\"\na|b,0.125,-inf\nc,-2,3e+08\n");
}

TEST(NumberTable, AsMarkdownEscapesLabels) {
    EXPECT_EQ(markdown_table(small_table(), 1), "<!-- Attention Lab: seed 7 -->\n| | x | y, z |\n|---|---:|---:|\n"
                                                "| a\\|b | 0.1 | −∞ |\n| c | −2.0 | 300000000.0 |\n\nScores.\n");
}

TEST(NumberTable, AsTexIsAMatrix) {
    const std::string tex = tex_table(small_table(), 1);
    EXPECT_NE(tex.find("A^{(1)} ="), std::string::npos);
    EXPECT_NE(tex.find("0.1 & -\\infty \\\\\n    -2.0 & 300000000.0\n"), std::string::npos) << tex;
}

TEST(Python, WritesTextsThatItReadsBack) {
    EXPECT_EQ(python_text("a\"b\\c\nd数"), "\"a\\\"b\\\\c\\x0ad数\"");
}

TEST(Python, WritesPlainMatricesAsSuchAndPacksLargeOnes) {
    EXPECT_EQ(python_array(std::array{Matrix::zeros(2, 3)}, false), "zeros((2, 3))");
    EXPECT_EQ(python_array(std::array{Matrix::identity(2, 2)}, false), "eye(2, 2)");
    EXPECT_EQ(python_array(std::array{Matrix::from_rows({{0.5F, 1}})}, false), "array([[0.5, 1]])");
    const std::string packed = python_array(std::array{Matrix::zeros(70, 70).with_cell(0, 0, 1)}, true);
    EXPECT_TRUE(packed.starts_with("packed(\"AACAPwAAAAA")) << packed.substr(0, 40);
    EXPECT_TRUE(packed.ends_with(", (1, 70, 70))"));
}

} // namespace
} // namespace attn
