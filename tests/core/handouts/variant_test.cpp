#include "core/handouts/variant.h"

#include "tests/core/figure/figures.h"

#include <algorithm>
#include <cmath>

namespace attn::test {
namespace {

std::vector<float> numbers_of(const Matrix& matrix) {
    std::vector<float> numbers;
    for (Index i = 0; i < matrix.rows(); ++i)
        numbers.insert(numbers.end(), matrix.row(i).begin(), matrix.row(i).end());
    return numbers;
}

TEST(Variant, IsAsDifficultAsItsSession) {
    const Drawn by_hand = Drawn::preset("by-hand");
    const Difficulty wanted = difficulty(by_hand.trace());
    EXPECT_TRUE(wanted.whole);
    EXPECT_EQ(wanted.largest, 2);
    for (std::uint64_t number = 1; number <= 12; ++number)
        EXPECT_EQ(difficulty(Drawn(variant(by_hand.session(), number)).trace()), wanted) << number;
}

TEST(Variant, DiffersFromItsSessionAndFromOtherVariants) {
    const Drawn by_hand = Drawn::preset("by-hand");
    std::vector<std::vector<float>> seen{numbers_of(by_hand.trace().matrix({0, ArrayId::Y, 0, 0}))};
    for (std::uint64_t number = 1; number <= 12; ++number) {
        const Drawn other(variant(by_hand.session(), number));
        seen.push_back(numbers_of(other.trace().matrix({0, ArrayId::Y, 0, 0})));
    }
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
}

TEST(Variant, KeepsTheNumbersOfEveryWeightInOtherPlaces) {
    const Session session = Drawn::preset("by-hand").session();
    const Session other = variant(session, 3);
    for (std::size_t head = 0; head < 2; ++head) {
        std::vector<float> before = numbers_of(session.layer().heads[head].W_V);
        std::vector<float> after = numbers_of(other.layer().heads[head].W_V);
        std::ranges::sort(before);
        std::ranges::sort(after);
        EXPECT_EQ(before, after);
    }
}

TEST(Variant, IsTheSameEveryTime) {
    const Session session = Drawn::preset("by-hand").session();
    const Drawn first(variant(session, 7));
    const Drawn again(variant(session, 7));
    EXPECT_TRUE(equal_bits(first.trace().matrix({0, ArrayId::Y, 0, 0}), again.trace().matrix({0, ArrayId::Y, 0, 0})));
}

TEST(Variant, OfNumbersThatAreNotWholeHasAsManyProducts) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}}");
    const Drawn other(variant(drawn.session(), 1));
    EXPECT_EQ(difficulty(other.trace()).products, difficulty(drawn.trace()).products);
    EXPECT_FALSE(equal_bits(drawn.trace().matrix({0, ArrayId::Y, 0, 0}), other.trace().matrix({0, ArrayId::Y, 0, 0})));
}

} // namespace
} // namespace attn::test
