#include "core/figure/pictures/words.h"

#include "core/explain/explain.h"
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
    EXPECT_EQ(said(2), "a₁ takes this mostly from a₁ and b₂.");                                 // with 25 and 50 %
}

} // namespace
} // namespace attn
