#include "core/figure/pictures/text_layout.h"

#include "tests/core/figure/fonts.h"

#include <gtest/gtest.h>
#include <string>
#include <variant>
#include <vector>

namespace attn {
namespace {

/// A paragraph's texts; those that stand lower than the first behind a "_", as TeX has it.
std::string as_it_is_set(const std::string& text) {
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

TEST(TextLayout, IndexOfASymbolStandsLower) {
    EXPECT_EQ(as_it_is_set("change one number of W_V."), "change one number of W_{V}.");
    EXPECT_EQ(as_it_is_set("W_Q W_Kᵀ and √d_k, b_O⁽¹⁾, S_q ≠ S_k"), "W_{Q} W_{K}ᵀ and √d_{k}, b_{O}⁽¹⁾, S_{q} ≠ S_{k}");
    EXPECT_EQ(as_it_is_set("d_model, Y_concat"), "d_{model}, Y_{concat}");
    EXPECT_EQ(as_it_is_set("x W_QK x_cᵀ, its row of X_c, n_q"), "x W_{QK} x_{c}ᵀ, its row of X_{c}, n_{q}");
}

TEST(TextLayout, SignOfATransposedMatrixStandsHigher) {
    EXPECT_EQ(as_it_is_set("x W_QK x_c⊤ is QK⊤"), "x W_{QK} x_{c}^{⊤} is QK^{⊤}");
}

TEST(TextLayout, ExponentOfASymbolStandsHigher) {
    EXPECT_EQ(as_it_is_set("swap W^Q with W^K⁽¹⁾: 2^10 numbers"), "swap W^{Q} with W^{K}⁽¹⁾: 2^10 numbers");
    EXPECT_EQ(as_it_is_set("A_i is not P_i."), "A_{i} is not P_{i}.");
    EXPECT_EQ(as_it_is_set("W₁^Q · row 1, W₁₂^O"), "W₁^{Q} · row 1, W₁₂^{O}");
}

TEST(TextLayout, OtherUnderscoresStay) {
    for (const char* const text : {"head_1", "a_b", "my_W_Q.npz", "W_Q_all", "d_", "_", "in_proj_weight", "row_max",
                                   "W_Q.reshape(4, 2)", "W_Q[0]", "W_Q₁ reads b_O₂", "“W_Q” stands here 2 times"})
        EXPECT_EQ(as_it_is_set(text), text);
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
    add_paragraph(list, typesetter(), {10, 20}, 1000, "of W_V, or", {});
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
