#include "core/figure/words/words.h"

#include "core/explain/explain.h"
#include "core/figure/number.h"
#include "tests/core/figure/pictures/shown.h"

namespace attn {
namespace {

using test::Shown;

TEST(Words, NameAllOfWhomAMixtureIsMostlyTaken) {
    Shown shown = Shown::preset("who-and-where");
    const auto said = [&](Index column) {
        return in_words(shown.drawing(), explain(shown.trace(), {ArrayId::O, 0, 0, 3, column}));
    };
    EXPECT_EQ(said(0), "rose₄ takes this mostly from rose₁ and rose₄, which it reads with 2 % each.");
    EXPECT_EQ(said(2), "rose₄ takes this mostly from a₃, which it reads with 95 %.");
}

TEST(Words, SayWhereNoTokenGivesMost) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1}}");
    shown.with([](Layer& layer) {
        layer.given[{ArrayId::A, 0, 0}] = Matrix::from_rows({{0.25F, 0.5F, 0.25F}, {1, 0, 0}, {0, 1, 0}});
        layer.given[{ArrayId::V, 0, 0}] = Matrix::from_rows({{1, 1, 1, 1}, {1, -0.75F, 0.5F, 1}, {-1, 0.25F, 0.5F, 1}});
    });
    const auto said = [&](Index column) {
        return in_words(shown.drawing(), explain(shown.trace(), {ArrayId::O, 0, 0, 0, column}));
    };
    EXPECT_EQ(said(0), "a₁ takes the largest part of this from b₂, which it reads with 50 %."); // half, and not more
    EXPECT_EQ(said(1), "a₁ takes the largest part of this from b₂, which it reads with 50 %."); // 55 % are not "mostly"
    EXPECT_EQ(said(2), "a₁ takes this mostly from a₁ and b₂.");                                 // with 25 and 50 %
}

TEST(Words, OfAScoreSayNothingOfSoftmaxWhereItsShareIsPinned) {
    Shown shown = Shown::preset("by-hand");
    const auto said = [&](ArrayId stage) {
        return in_words(shown.drawing(), explain(shown.trace(), {stage, 0, 0, 0, 1}));
    };
    EXPECT_NE(said(ArrayId::scores).find("After softmax is₂ gets 9 %"), std::string::npos);
    shown.with([](Layer& layer) { layer.pins[{ArrayId::A, 0, 0, 0, 1}] = 1.5F; });
    EXPECT_NE(said(ArrayId::scores).find("the share of is₂ is given, 150 %."), std::string::npos);
    EXPECT_EQ(said(ArrayId::scores).find("After softmax"), std::string::npos);
    EXPECT_NE(said(ArrayId::A).find("With its pins this row sums to 2.410."), std::string::npos);
}

TEST(Words, NeverRoundAShareToNoneOrAll) {
    EXPECT_EQ(share_in_percent(0), "0 %");
    EXPECT_EQ(share_in_percent(0.000045), "less than 0.01 %");
    EXPECT_EQ(share_in_percent(0.000646), "0.065 %");
    EXPECT_EQ(share_in_percent(0.0099), "1 %");
    EXPECT_EQ(share_in_percent(0.672), "67 %");
    EXPECT_EQ(share_in_percent(0.9949), "99 %");
    EXPECT_EQ(share_in_percent(0.999), "over 99 %");
    EXPECT_EQ(share_in_percent(1), "100 %");
    EXPECT_EQ(share_in_percent(1.5), "150 %");
}

} // namespace
} // namespace attn
