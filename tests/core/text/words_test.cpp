#include "core/text/words.h"

#include "core/text/prose.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace attn {
namespace {

TEST(Words, AreListedWithAnAndBeforeTheLast) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(enumerated(Texts{}), "");
    EXPECT_EQ(enumerated(Texts{"a"}), "a");
    EXPECT_EQ(enumerated(Texts{"a", "b"}), "a and b");
    EXPECT_EQ(enumerated(Texts{"a", "b", "c"}, " or "), "a, b or c");
    EXPECT_EQ(enumerated(std::vector<Prose>{Prose("a"), Prose::own("b")}), Prose("a and ") + Prose::own("b"));
}

TEST(Words, GetCapitalsInAnyScript) {
    EXPECT_EQ(capitalized("the largest"), "The largest");
    EXPECT_EQ(capitalized("één"), "Één");
    EXPECT_EQ(capitalized("σ grows"), "Σ grows");
    EXPECT_EQ(capitalized(""), "");
    EXPECT_EQ(capitalized("3 of"), "3 of");
}

TEST(Words, LoseTheirCapitalUnlessTheyAreAbbreviations) {
    EXPECT_EQ(uncapitalized("The largest"), "the largest");
    EXPECT_EQ(uncapitalized("Één"), "één");
    EXPECT_EQ(uncapitalized("QK form"), "QK form");
    EXPECT_EQ(uncapitalized("A row"), "a row");
    EXPECT_EQ(uncapitalized("A"), "a");
    EXPECT_EQ(uncapitalized(""), "");
}

} // namespace
} // namespace attn
