// The concepts to which lecture notes link, with the numbers of a layer.
#include "core/figure/figure.h"
#include "tests/core/figure/figures.h"

#include <cmath>
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Drawn;
using ::testing::HasSubstr;

std::string said(const Drawn& drawn, const std::string& kind, Index row, Index column) {
    FigureRequest request;
    request.kind = kind;
    request.array = ArrayId::A;
    request.row = row;
    request.column = column;
    std::string all;
    for (const std::string& text : test::texts_of(drawn.figure(request)))
        all += text + " ";
    return all;
}

TEST(Concepts, AnInnerProductIsLengthsTimesCosine) {
    const Drawn drawn = Drawn::preset("by-hand");
    // q of tea is (2, 0, 2, 0), k of hot is (1, 1, 0, 0): √8 · √2 · ½ = 2.
    const std::string words = said(drawn, "inner-product", 0, 2);
    EXPECT_THAT(words, HasSubstr("q of tea₁: length 2.83 k of hot₃: length 1.41"));
    EXPECT_THAT(words, HasSubstr("angle = 60°, its cosine = 0.50"));
    EXPECT_THAT(words, HasSubstr("q · k = 2.00"));
    EXPECT_THAT(words, HasSubstr("less than a right one"));
}

TEST(Concepts, AShareMovesByItsSlope) {
    const Drawn drawn = Drawn::preset("by-hand");
    const float share = drawn.trace().value({0, ArrayId::A, 0, 0, 0, 0});
    const std::string words = said(drawn, "saturation", 0, 0);
    EXPECT_THAT(words, HasSubstr(fmt::format("Slope a (1 − a) = {:.3f}", share * (1 - share))));
    EXPECT_THAT(words, ::testing::Not(HasSubstr("saturated")));
}

TEST(Concepts, ARowIsReadAsAConditionalProbability) {
    EXPECT_THAT(said(Drawn::preset("by-hand"), "conditional-probability", 0, 0), HasSubstr("P(key | tea₁)"));
}

TEST(Concepts, ALinearMapNamesItsWidths) {
    EXPECT_THAT(said(Drawn::preset("by-hand"), "linear-map", 0, 0), HasSubstr("from 4 numbers to 4"));
}

TEST(Concepts, WordsOfALinearMapKeepToTheirPlane) {
    const Drawn drawn = Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['transformers', 'understand', "
                                    "'multiplication'], 'sizes': {'d_model': 4, 'heads': 2}}");
    FigureRequest request;
    request.kind = "linear-map";
    request.width = 8;
    const Figure figure = drawn.figure(request);
    const float middle = figure.page.area.width / 2;
    std::size_t right_of_middle = 0;
    for (const Item& item : figure.list.items) {
        const auto* text = std::get_if<Text>(&item.shape());
        const bool is_label = text != nullptr &&
                              (text->text.ends_with("₁") || text->text.ends_with("₂") || text->text.ends_with("₃") ||
                               text->text.size() == 1) &&
                              text->font.family == FontFamily::sans;
        if (!is_label)
            continue;
        const Box box = typesetter().box(*text);
        EXPECT_TRUE(box.right() <= middle + 2 || box.x >= middle - 2) << text->text;
        right_of_middle += box.centre().x > middle ? 1 : 0;
    }
    EXPECT_EQ(right_of_middle, 3U);
}

TEST(Concepts, APinnedRowIsNoDistributionAndHasNoSlope) {
    const Drawn pinned = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 1},"
                                     " 'pins': [{'stage': 'A', 'row': 1, 'column': 1, 'value': 3}]}");
    EXPECT_THAT(said(pinned, "conditional-probability", 0, 0), HasSubstr("no distribution"));
    EXPECT_THAT(said(pinned, "saturation", 0, 0), HasSubstr("Another number"));
    EXPECT_THAT(said(pinned, "softmax", 0, 0), HasSubstr("not each share is ÷ it"));
    EXPECT_THAT(said(pinned, "softmax", 0, 0), HasSubstr("this row is no distribution"));
}

} // namespace
} // namespace attn
