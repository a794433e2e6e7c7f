#include "core/text/prose.h"

#include "core/formula/parse.h"
#include "core/text/references.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>
#include <vector>

namespace attn {
namespace {

Prose symbol(const char* tex) {
    const Result<Formula> read = parse_formula(tex);
    EXPECT_TRUE(read) << tex;
    return Prose::symbol(read->root);
}

TEST(Prose, SetsSymbolsAsMathematicsAndWordsAsWords) {
    const Prose text = prose("{} and {}, {} %", symbol("W_Q^{(2)}"), Prose::own("W_Q"), 50);
    EXPECT_EQ(text.letters(), "W_Q⁽²⁾ and W_Q, 50 %");
    EXPECT_EQ(text.tex().tex, R"($W_Q^{(2)}$ and W\_Q, 50~\%)");
}

TEST(Prose, OfEqualPiecesIsEqual) {
    EXPECT_EQ(Prose("a") + "b", Prose("ab"));
    EXPECT_NE(Prose("a"), Prose::own("a"));
    EXPECT_TRUE((Prose() + "").empty());
}

TEST(Prose, IsCutAtSpacesButNotWithinSymbolsAndBeforePercents) {
    std::vector<std::string> words;
    for (const Prose& word : prose("of {}: 33 % or {}", symbol("QK^T + M"), Prose::own("a b")).words())
        words.push_back(word.letters());
    EXPECT_EQ(words, (std::vector<std::string>{"of", "QKᵀ + M:", "33 %", "or", "a", "b"}));
}

TEST(Prose, BeginsWithACapitalIfItBeginsWithItsOwnWords) {
    EXPECT_EQ(Prose("the largest").capitalized().letters(), "The largest");
    EXPECT_EQ((Prose::own("dog₆") + " reads").capitalized().letters(), "dog₆ reads");
    EXPECT_EQ((symbol("a") + " is").capitalized().letters(), "a is");
}

TEST(References, AreReadFromTheInnermostBraces) {
    std::string read;
    for_each_reference(
        "a {b} c {d {e} f} g} {h", [&](std::string_view plain) { read += "<" + std::string(plain) + ">"; },
        [&](std::string_view name) { read += "[" + std::string(name) + "]"; });
    EXPECT_EQ(read, "<a >[b]< c {d >[e]< f}>< g}>< {h>");
}

/// A user's word: letters, signs with a meaning in TeX or templates, names of arrays, other scripts.
std::string any_word() {
    static const std::vector<std::string> pieces{"a",   "_",     "^",        "\\",   "$",    "#",        "%",   "&",
                                                 "{",   "}",     "~",        "<",    ">",    "W_Q",      "d_k", "A",
                                                 "the", "first", "{name X}", "שלום", "🙂", "<scores>", "$x$"};
    std::string word;
    const int count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count; ++i)
        word += *rc::gen::elementOf(pieces);
    return word;
}

RC_GTEST_PROP(Prose, NeverReadsAWordOfTheUsers, ()) {
    const std::string word = any_word();
    const Prose text = prose("{} reads {}", Prose::own(word), symbol("W_Q"));
    RC_ASSERT(text.letters() == word + " reads W_Q");
    RC_ASSERT(text.tex().tex == tex_text(word).tex + " reads $W_Q$");
}

} // namespace
} // namespace attn
