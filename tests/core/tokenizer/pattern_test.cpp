#include "core/tokenizer/pattern.h"

#include "core/tokenizer/pattern_syntax.h"
#include "core/tokenizer/text_steps.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> matches_of(std::string_view expression, std::string_view text) {
    const auto pattern = Pattern::expression(expression);
    EXPECT_TRUE(pattern) << (pattern ? "" : pattern.error().message);
    std::vector<std::string> found;
    if (!pattern)
        return found;
    const auto cuts = pattern->cut(text);
    EXPECT_TRUE(cuts) << (cuts ? "" : cuts.error().message);
    if (!cuts)
        return found;
    std::string all;
    for (const Cut& cut : *cuts) {
        all += text.substr(cut.begin, cut.end - cut.begin);
        if (cut.is_match)
            found.emplace_back(text.substr(cut.begin, cut.end - cut.begin));
    }
    EXPECT_EQ(all, text) << "every byte stands in one cut";
    return found;
}

TEST(Pattern, FindsWhatOnigurumaFinds) {
    EXPECT_THAT(matches_of(R"(\p{N}{1,3})", "12345 ٣٤"), ElementsAre("123", "45", "٣٤"));
    EXPECT_THAT(matches_of(R"((?i:'s|'ll)|\p{L}+)", "it'S 'lL 'ſ"), ElementsAre("it", "'S", "'lL", "'ſ"));
    EXPECT_THAT(matches_of(R"(\s+(?!\S)|\s+)", "a   b "), ElementsAre("  ", " ", " "));
    EXPECT_THAT(matches_of(R"(\s+$)", "a  \nb \n"), ElementsAre("  ", " \n"));
    EXPECT_THAT(matches_of(R"(^\w+)", "ab cd\nef"), ElementsAre("ab", "ef"));
    EXPECT_THAT(matches_of(R"(\b\w)", "ab नमस्ते c"), ElementsAre("a", "न", "c"));
    EXPECT_THAT(matches_of("[一-龥]+", "中文 x 日"), ElementsAre("中文", "日"));
    EXPECT_THAT(matches_of(R"(\p{Han}+)", "中文、日"), ElementsAre("中文", "日"));
    EXPECT_THAT(matches_of(R"([\u4e00-\u4e8c]\x{4e8c}?\x41)", "一二A"), ElementsAre("一二A"));
}

TEST(Pattern, TakesTheMongolianVowelSeparatorForNoSpace) {
    EXPECT_THAT(matches_of(R"(\s)", "a\u180e b\u3000"), ElementsAre(" ", "\u3000"));
    EXPECT_THAT(matches_of(R"([^\s]+)", "a\u180e b"), ElementsAre("a\u180e", "b"));
    EXPECT_THAT(matches_of(R"([\Sx]+)", "a\u180e b"), ElementsAre("a\u180e", "b"));
}

TEST(Pattern, TakesMarksAndCircledLettersForLettersOfAWord) {
    EXPECT_THAT(matches_of(R"(\w+)", "e\u0301t\u00e9 ⓐb ½ a_b"), ElementsAre("e\u0301t\u00e9", "ⓐb", "a_b"));
}

TEST(Pattern, UnitesAClassWithThoseInIt) {
    EXPECT_THAT(matches_of(R"( ?[^(\s|[.,!?…])]+)", "one (two) three…"), ElementsAre("one", "two", " three"));
}

TEST(Pattern, FindsALiteralAsItStands) {
    const auto cuts = Pattern::literal(".*").cut("a.*b.*");
    ASSERT_TRUE(cuts);
    EXPECT_THAT(*cuts, ElementsAre(Cut{0, 1, false}, Cut{1, 3, true}, Cut{3, 4, false}, Cut{4, 6, true}));
    EXPECT_THAT(*Pattern::literal("").cut("ab"), ElementsAre(Cut{0, 2, false}));
}

TEST(Pattern, FindsNothingTwiceAtOnePlace) {
    EXPECT_THAT(matches_of("x*", "axxb"), ElementsAre("", "xx", ""));
}

struct Refused {
    const char* pattern;
    const char* named;
};

class RefusedPatterns : public testing::TestWithParam<Refused> {};

TEST_P(RefusedPatterns, AreNamed) {
    const auto syntax = pcre2_syntax(GetParam().pattern);
    ASSERT_FALSE(syntax) << *syntax;
    EXPECT_THAT(syntax.error().message, HasSubstr(GetParam().named));
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, RefusedPatterns,
    testing::Values(Refused{R"(\h+)", R"(“\h”)"}, Refused{R"(\R)", R"(“\R”)"}, Refused{R"(\X)", R"(“\X”)"},
                    Refused{R"(\K)", R"(“\K”)"}, Refused{R"(\G)", R"(“\G”)"}, Refused{R"((a)\1)", R"(“\1”)"},
                    Refused{R"(a{2,3}+)", "“{2,3}+”"}, Refused{"a{2}?", "{2}?"}, Refused{"a{,3}", "{,3}"},
                    Refused{"a{2000}", "{2000}"}, Refused{"a**", "a repeat of a repeat"}, Refused{"*a", "“*”"},
                    Refused{"(?m:.)", "“(?m:”"}, Refused{"a(?i)b", "“(?i)”"}, Refused{"(?<n>a)", "“(?<n”"},
                    Refused{"(?~a)", "“(?~a”"}, Refused{"(?R)", "“(?R)”"}, Refused{"(*ACCEPT)", "“(*AC”"},
                    Refused{"[[:alpha:]]", "“[:”"}, Refused{"[a[^b]]", "“[^”"}, Refused{"[a-z&&[b]]", "“&&”"},
                    Refused{"[]a]", "“[]”"}, Refused{"[a", "“[”"}, Refused{"[z-a]", "“-a”"}, Refused{"(a", "“(”"},
                    Refused{"a)", "“)”"}, Refused{R"([\W])", R"(“\W”)"}, Refused{R"(\pL)", R"(“\p”)"},
                    Refused{R"(\p{Alpha})", R"(“\p{Alpha}”)"}, Refused{"(?i:ß)", "“ß”"},
                    Refused{"(?i:ss)", "“(?i:ss)”"}, Refused{"(?i:sT)", "“(?i:st)”"}, Refused{R"(\xff)", R"(“\x”)"},
                    Refused{R"(\x{110000})", R"(“\x”)"}, Refused{"a\\", "“\\”"}, Refused{"\xff", "not UTF-8"}));

TEST(Pattern, NestedTooDeeplyIsRefused) {
    EXPECT_FALSE(pcre2_syntax(std::string(2000, '(') + std::string(2000, ')')));
    EXPECT_FALSE(pcre2_syntax(std::string(2000, '[')));
    EXPECT_FALSE(pcre2_syntax(std::string(100000, 'a')));
}

TEST(Pattern, ThatGoesBackAndForthEndsWithAnError) {
    const auto pattern = Pattern::expression("(?:a|a|aa)+[cd]");
    ASSERT_TRUE(pattern) << pattern.error().message;
    const auto cuts = pattern->cut(std::string(5000, 'a') + "b");
    ASSERT_FALSE(cuts);
    EXPECT_THAT(cuts.error().message, HasSubstr("too many steps"));
}

TEST(Pattern, AsksForTheTimeAtEveryMatchAndOfOneClockForAllParts) {
    using namespace std::chrono_literals;
    const auto pattern = Pattern::expression("a");
    ASSERT_TRUE(pattern);
    const EncodingWork late(-1s);
    EXPECT_TRUE(pattern->cut("aaa"));
    EXPECT_THAT(pattern->cut("aaa", late).error().message, HasSubstr("more than 10 seconds"));
    const auto byte_level = byte_level_pre_tokenizer(false, true);
    ASSERT_TRUE(byte_level);
    EXPECT_TRUE((*byte_level)({{"a", true}, {"b", false}}, EncodingWork()));
    EXPECT_FALSE((*byte_level)({{"a", true}, {"b", false}}, late));
}

TEST(Pattern, CutsALongTextInNoTime) {
    const std::string text(200000, ' ');
    EXPECT_EQ(matches_of(R"(\s*[\r\n]+|\s+(?!\S)|\s+)", text).size(), 1U);
}

} // namespace
} // namespace attn
