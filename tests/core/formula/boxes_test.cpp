#include "core/formula/boxes.h"

#include "core/formula/parse.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// Letters half an em wide and 0.7 em high; those that go below the line are 0.2 em deep.
LetterExtent plain_letters(std::string_view text, LetterStyle /*style*/, float size) {
    const auto count = static_cast<float>(
        std::ranges::count_if(text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U; }));
    const bool deep = text.find_first_of("gjpqy()[]|") != std::string_view::npos;
    return {count * size / 2, count * size / 2, 0.7F * size, deep ? 0.2F * size : 0};
}

FormulaBoxes laid_out(std::string_view tex, float size = 100) {
    const auto formula = parse_formula(tex);
    EXPECT_TRUE(formula) << tex;
    return lay_out(*formula, size, plain_letters);
}

const FormulaLetters& letters(const FormulaBoxes& boxes, std::string_view text) {
    const auto found = std::ranges::find(boxes.letters, text, &FormulaLetters::text);
    EXPECT_NE(found, boxes.letters.end()) << text;
    return *found;
}

TEST(FormulaBoxes, FractionBarLiesBetweenNumeratorAndDenominator) {
    const FormulaBoxes boxes = laid_out(R"(\frac{a}{b+c})");
    ASSERT_EQ(boxes.bars.size(), 1U);
    const FormulaBar& bar = boxes.bars.front();
    EXPECT_LT(letters(boxes, "a").y, bar.y);
    EXPECT_GT(letters(boxes, "b").y - 70, bar.y + bar.height);
    EXPECT_GE(bar.width, 150);
    const float middle = bar.x + bar.width / 2;
    EXPECT_FLOAT_EQ(letters(boxes, "a").x + 25, middle);
    EXPECT_FLOAT_EQ(bar.y + bar.height / 2, -25); // on the axis, where minus signs lie
}

TEST(FormulaBoxes, ScriptsAreSmallerAndStackedOnOneBase) {
    const FormulaBoxes boxes = laid_out("q_i^h");
    const auto& below = letters(boxes, "i");
    const auto& above = letters(boxes, "h");
    EXPECT_EQ(below.size, 70);
    EXPECT_EQ(above.size, 70);
    EXPECT_EQ(below.x, above.x);
    EXPECT_GT(below.y, 0);
    EXPECT_LT(above.y, -20);
    EXPECT_LT(above.y, below.y - 49); // the two do not touch
}

TEST(FormulaBoxes, ScriptsOfScriptsAreHalfAsLarge) {
    EXPECT_EQ(letters(laid_out("a^{b^{c^d}}"), "c").size, 50);
    EXPECT_EQ(letters(laid_out("a^{b^{c^d}}"), "d").size, 50);
}

TEST(FormulaBoxes, LimitsStandAboveAndBelowASum) {
    const FormulaBoxes boxes = laid_out(R"(\sum_{c}^{d} x)");
    const auto& sum = letters(boxes, "∑");
    EXPECT_GT(sum.size, 100);
    EXPECT_GT(letters(boxes, "c").y, sum.y);
    EXPECT_LT(letters(boxes, "d").y, sum.y - 0.7F * sum.size);
    EXPECT_FLOAT_EQ(letters(boxes, "c").x + 17.5F, sum.x + sum.size / 4);
    EXPECT_GT(letters(boxes, "x").x, sum.x + sum.size / 2);
}

TEST(FormulaBoxes, InAFractionLimitsStandAside) {
    const FormulaBoxes boxes = laid_out(R"(\frac{\sum_{c} x}{y})");
    EXPECT_GE(letters(boxes, "c").x, letters(boxes, "∑").x + 50);
}

TEST(FormulaBoxes, BracketsGrowWithWhatTheyHold) {
    const FormulaBoxes small = laid_out(R"(\left( x \right))");
    EXPECT_EQ(small.shapes.size(), 0U);
    const FormulaBoxes tall = laid_out(R"(\left( \frac{a}{b} \right))");
    ASSERT_EQ(tall.shapes.size(), 2U);
    const auto [low, high] = std::ranges::minmax(tall.shapes[0].corners, {}, &FormulaShape::Corner::y);
    EXPECT_LE(low.y, letters(tall, "a").y - 70);
    EXPECT_GE(high.y, letters(tall, "b").y);
}

TEST(FormulaBoxes, RootsBarCoversWhatIsUnderIt) {
    const FormulaBoxes boxes = laid_out(R"(\sqrt{d})");
    ASSERT_EQ(boxes.bars.size(), 1U);
    const auto& d = letters(boxes, "d");
    EXPECT_LT(boxes.bars[0].y + boxes.bars[0].height, d.y - 70);
    EXPECT_LE(boxes.bars[0].x, d.x);
    EXPECT_GE(boxes.bars[0].x + boxes.bars[0].width, d.x + 50);
}

TEST(FormulaBoxes, SpaceStandsAroundRelationsAndOperatorsButNotAroundASign) {
    const FormulaBoxes plain = laid_out("ab");
    EXPECT_FLOAT_EQ(letters(plain, "b").x, 50);
    EXPECT_FLOAT_EQ(letters(laid_out("a=b"), "b").x, 100 + 2 * 500 / 18.0F + 50 - 50);
    EXPECT_FLOAT_EQ(letters(laid_out("a+b"), "b").x, 100 + 2 * 400 / 18.0F);
    EXPECT_FLOAT_EQ(letters(laid_out("-b"), "b").x, 50);
    EXPECT_FLOAT_EQ(letters(laid_out("x^{a=b}"), "b").x - letters(laid_out("x^{a=b}"), "a").x, 70);
}

TEST(FormulaBoxes, MinusAfterAWideSpaceIsASign) {
    const FormulaBoxes boxes = laid_out(R"(a\quad -1)");
    EXPECT_FLOAT_EQ(letters(boxes, "1").x - letters(boxes, "−").x, 50);
}

TEST(FormulaBoxes, CellsOfAMatrixShareRowsAndColumns) {
    const FormulaBoxes boxes = laid_out(R"(\begin{bmatrix} a & b \\ c & d \end{bmatrix})");
    EXPECT_EQ(letters(boxes, "a").y, letters(boxes, "b").y);
    EXPECT_EQ(letters(boxes, "a").x, letters(boxes, "c").x);
    EXPECT_GT(letters(boxes, "c").y, letters(boxes, "a").y + 70);
    EXPECT_NEAR(boxes.above - 25, boxes.below + 25, 0.5); // centred on the axis
}

RC_GTEST_PROP(FormulaBoxes, EveryPieceLiesWithinTheWhole, ()) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "x", "12", R"(\frac{a_i}{\sqrt{b}})", R"(\sum_{j}^{n})", "y^{2}_{k}", "+", "=", R"(\left(\frac{p}{q}\right))",
        R"(\begin{bmatrix} a & b \\ c & d \end{bmatrix})"));
    std::string tex;
    for (const std::string& piece : pieces)
        tex += piece + " ";
    const FormulaBoxes boxes = laid_out(tex);
    for (const FormulaLetters& piece : boxes.letters) {
        RC_ASSERT(piece.x >= -0.01F);
        RC_ASSERT(piece.y - 0.7F * piece.size >= -boxes.above - 0.01F);
        RC_ASSERT(piece.y <= boxes.below + 0.01F);
        RC_ASSERT(piece.x <= boxes.width + 0.01F);
    }
    for (const FormulaBar& bar : boxes.bars)
        RC_ASSERT(bar.x + bar.width <= boxes.width + 0.01F);
}

} // namespace
} // namespace attn
