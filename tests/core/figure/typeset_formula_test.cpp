#include "core/figure/typeset_formula.h"

#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

constexpr Colour ink = rgb(0x1d1d1f);

TEST(TypesetFormula, SetsLettersInStixItalicAndWordsUpright) {
    const auto line = typeset(R"(A = \mathrm{softmax})", 20, ink, typesetter());
    ASSERT_TRUE(line);
    const auto& mark = std::get<FormulaMark>(line->list.items.front().shape());
    EXPECT_EQ(mark.tex, R"(A = \mathrm{softmax})");
    EXPECT_EQ(mark.pieces, line->list.items.size() - 1);
    const auto& letter = std::get<Text>(line->list.items[1].shape());
    EXPECT_EQ(letter.text, "A");
    EXPECT_EQ(letter.font.family, FontFamily::mathematics);
    EXPECT_TRUE(letter.font.italic);
    EXPECT_EQ(letter.colour, ink);
    const auto& word = std::get<Text>(line->list.items.back().shape());
    EXPECT_EQ(word.text, "softmax");
    EXPECT_FALSE(word.font.italic);
}

TEST(TypesetFormula, CoversWhatItSaysItCovers) {
    for (const char* tex :
         {R"(s_{ij} = \sum_{c=1}^{d_k} q_{ic}\,k_{jc})", R"(\left(\frac{Q K^\top}{\sqrt{d_k}}\right))",
          R"(\begin{bmatrix} 1 & -2 \\ 3 & 4 \end{bmatrix})"}) {
        const auto line = typeset(tex, 20, ink, typesetter());
        ASSERT_TRUE(line);
        for (const Item& item : line->list.items) {
            Box box = bounds(item, typesetter());
            if (const auto* text = std::get_if<Text>(&item.shape()))
                box = typesetter().measure(*text).ink.moved(text->position);
            EXPECT_GE(box.x, -1.5F) << tex;
            EXPECT_LE(box.right(), line->width + 1.5F) << tex;
            EXPECT_GE(box.y, -line->ascent - 0.5F) << tex;
            EXPECT_LE(box.bottom(), line->descent + 0.5F) << tex;
        }
    }
}

TEST(TypesetFormula, HandsOnWhatIsWrongWithTheTex) {
    const auto line = typeset(R"(\frac{a}{)", 20, ink, typesetter());
    ASSERT_FALSE(line);
    EXPECT_NE(line.error().message.find("place"), std::string::npos);
}

} // namespace
} // namespace attn
