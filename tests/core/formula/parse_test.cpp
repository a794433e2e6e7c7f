#include "core/formula/parse.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

using Kind = FormulaNode::Kind;

FormulaNode parsed(std::string_view tex) {
    const auto formula = parse_formula(tex);
    EXPECT_TRUE(formula) << tex << ": " << (formula ? "" : formula.error().message);
    return formula ? formula->root : FormulaNode{};
}

std::string reason(std::string_view tex) {
    const auto formula = parse_formula(tex);
    return formula ? "" : formula.error().message;
}

TEST(ParseFormula, LettersAreItalicNumbersAndWordsUpright) {
    const FormulaNode row = parsed(R"(x 12.5 \mathrm{soft max})");
    ASSERT_EQ(row.children.size(), 3U);
    EXPECT_EQ(row.children[0].style, LetterStyle::italic);
    EXPECT_EQ(row.children[1].text, "12.5");
    EXPECT_EQ(row.children[1].style, LetterStyle::roman);
    EXPECT_EQ(row.children[2].text, "softmax");
}

TEST(ParseFormula, TextKeepsItsSpaces) {
    EXPECT_EQ(parsed(R"(\text{one row for each word})").children.front().text, "one row for each word");
}

TEST(ParseFormula, MinusIsATrueMinus) {
    EXPECT_EQ(parsed("-1").children.front().text, "−");
}

TEST(ParseFormula, ScriptsStackOnOneBaseInEitherOrder) {
    for (const char* tex : {"q_i^{(h)}", "q^{(h)}_i"}) {
        const FormulaNode scripts = parsed(tex).children.front();
        ASSERT_EQ(scripts.kind, Kind::scripts);
        EXPECT_EQ(scripts.children[0].text, "q");
        EXPECT_EQ(scripts.children[1].children.front().text, "i");
        EXPECT_EQ(scripts.children[2].children.front().children.size(), 3U);
    }
}

TEST(ParseFormula, SumsHaveLimits) {
    const FormulaNode sum = parsed(R"(\sum_{c=1}^{d_k})").children.front();
    EXPECT_TRUE(sum.limits);
    EXPECT_EQ(sum.children[0].kind, Kind::symbol);
}

TEST(ParseFormula, MatricesAreGridsBetweenBrackets) {
    const FormulaNode fenced = parsed(R"(\begin{bmatrix} a & b \\ c & d \\ \end{bmatrix})").children.front();
    EXPECT_EQ(fenced.left, "[");
    EXPECT_EQ(fenced.children.front().columns, 2U);
    EXPECT_EQ(fenced.children.front().children.size(), 4U);
}

TEST(ParseFormula, KeepsTheTexForCopying) {
    EXPECT_EQ(parse_formula(R"(\frac{a}{b})")->tex, R"(\frac{a}{b})");
}

TEST(ParseFormula, ErrorsNameThePlaceAndTheReason) {
    EXPECT_EQ(reason(R"(a + \foo)"), R"(formula, place 5: unknown command \foo)");
    EXPECT_NE(reason("{a"), "");
    EXPECT_NE(reason("a}"), "");
    EXPECT_NE(reason("a^b^c"), "");
    EXPECT_NE(reason("a_"), "");
    EXPECT_NE(reason("a^"), "");
    EXPECT_NE(reason(R"(\frac{a})"), "");
    EXPECT_NE(reason(R"(\left( a)"), "");
    EXPECT_NE(reason(R"(\right))"), "");
    EXPECT_NE(reason(R"(\left a \right))"), "");
    EXPECT_NE(reason(R"(\begin{bmatrix} a)"), "");
    EXPECT_NE(reason(R"(\begin{document} a \end{document})"), "");
    EXPECT_NE(reason(R"(\begin{matrix} a \end{bmatrix})"), "");
    EXPECT_NE(reason(R"(\text{a)"), "");
    EXPECT_NE(reason("\\"), "");
    EXPECT_NE(reason("a & b"), "");
}

TEST(ParseFormula, RefusesWhatIsTooDeepOrTooLong) {
    EXPECT_NE(reason(std::string(2000, '{') + std::string(2000, '}')), "");
    EXPECT_NE(reason(std::string(longest_formula + 1, 'x')), "");
    std::string roots;
    for (int i = 0; i < 500; ++i)
        roots += "\\sqrt";
    EXPECT_NE(reason(roots + "x"), "");
    std::string scripts = "x";
    for (int i = 0; i < 500; ++i)
        scripts += "^{x";
    EXPECT_NE(reason(scripts), "");
}

RC_GTEST_PROP(ParseFormula, ReadsOrRefusesAnyPiecesOfTex, ()) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "{", "}", "^", "_", "'", "\\frac", "\\sqrt", "\\left(", "\\right)", "\\left.", "\\sum", "\\begin{bmatrix}",
        "\\end{bmatrix}", "&", "\\\\", "x", "1.", "-", "\\text{", "\\hat", "\\", "\xc3", "\xff", "é", " ", "\\,", "="));
    std::string tex;
    for (const std::string& piece : pieces)
        tex += piece;
    const auto formula = parse_formula(tex);
    if (formula)
        RC_ASSERT(formula->tex == tex);
    else
        RC_ASSERT(!formula.error().message.empty());
}

RC_GTEST_PROP(ParseFormula, ReadsOrRefusesAnyBytes, (const std::string& bytes)) {
    const auto formula = parse_formula(bytes);
    if (!formula)
        RC_ASSERT(!formula.error().message.empty());
}

} // namespace
} // namespace attn
