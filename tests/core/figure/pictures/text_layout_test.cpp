#include "core/figure/pictures/text_layout.h"

#include "core/formula/parse.h"
#include "tests/core/figure/fonts.h"

#include <gtest/gtest.h>
#include <string>
#include <variant>
#include <vector>

namespace attn {
namespace {

/// The texts of a paragraph; a text below the first one's line is written "_{…}", as in TeX.
std::string as_it_is_set(const Prose& text) {
    DisplayList list;
    add_paragraph(list, typesetter(), {0, 20}, 1000, text, {});
    std::string set;
    for (const Item& item : list.items) {
        const Text& shown = std::get<Text>(item.shape());
        set += shown.position.y > 20   ? "_{" + shown.text + "}"
               : shown.position.y < 20 ? "^{" + shown.text + "}"
                                       : shown.text;
    }
    return set;
}

Prose symbol(const char* tex) {
    const Result<Formula> read = parse_formula(tex);
    EXPECT_TRUE(read) << tex;
    return Prose::symbol(read->root);
}

TEST(TextLayout, IndexOfASymbolStandsLower) {
    EXPECT_EQ(as_it_is_set(prose("change one number of {}.", symbol("W_V"))), "change one number of W_{V}.");
    EXPECT_EQ(as_it_is_set(symbol("W_Q W_K^T") + ", " + symbol("b_O^{(1)}")), "W_{Q} W_{K}ᵀ, b_{O}⁽¹⁾");
    EXPECT_EQ(as_it_is_set(symbol("d_{\\text{model}}") + " of " + symbol("n_q")), "d_{model} of n_{q}");
}

TEST(TextLayout, SignOfATransposedMatrixStandsHigher) {
    EXPECT_EQ(as_it_is_set(symbol("x W_{QK} x^\\top") + " is " + symbol("QK^\\top")), "x W_{QK} x^{⊤} is QK^{⊤}");
}

TEST(TextLayout, ExponentOfASymbolStandsHigher) {
    EXPECT_EQ(as_it_is_set(prose("swap {} with {}: 2^10 numbers", symbol("W^Q"), symbol("W_1^K"))),
              "swap W^{Q} with W₁^{K}: 2^10 numbers");
}

TEST(TextLayout, WordsStayAsTheyAreWritten) {
    for (const char* const text : {"head_1", "a_b", "my_W_Q.npz", "W_Q", "d_", "_", "in_proj_weight", "W^Q", "QK⊤",
                                   "W_Q.reshape(4, 2)", "W_Q[0]", "W_Q₁ reads b_O₂", "“W_Q” stands here 2 times"}) {
        EXPECT_EQ(as_it_is_set(text), text);
        EXPECT_EQ(as_it_is_set(Prose::own(text)), text);
    }
}

TEST(TextLayout, NumberAndItsPercentStandOnOneLine) {
    const float width = typesetter().measure("would be 33.3", {}).width + 1;
    DisplayList list;
    add_paragraph(list, typesetter(), {}, width, "would be 33.3 %. So", {});
    ASSERT_EQ(list.items.size(), 2U);
    EXPECT_EQ(std::get<Text>(list.items[0].shape()).text, "would be");
    EXPECT_EQ(std::get<Text>(list.items[1].shape()).text, "33.3 %. So");
}

TEST(TextLayout, PiecesOfALineFollowEachOther) {
    DisplayList list;
    add_paragraph(list, typesetter(), {10, 20}, 1000, prose("of {}, or", symbol("W_V")), {});
    ASSERT_EQ(list.items.size(), 3U);
    float end = 10;
    for (const Item& item : list.items) {
        const Text& piece = std::get<Text>(item.shape());
        EXPECT_FLOAT_EQ(piece.position.x, end);
        end += typesetter().measure(piece).width;
    }
}

} // namespace
} // namespace attn
