#include "core/tokenizer/pattern.h"

#include "core/tokenizer/text_steps.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <regex.h>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
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

struct Meaning {
    const char* what;
    const char* pattern;
    const char* text;
    std::vector<std::string> pieces;
};

void PrintTo(const Meaning& meaning, std::ostream* stream) {
    *stream << meaning.pattern << " in " << meaning.text;
}

class PatternMeanings : public testing::TestWithParam<Meaning> {};

TEST_P(PatternMeanings, AreThoseOfOniguruma) {
    EXPECT_THAT(matches_of(GetParam().pattern, GetParam().text), ElementsAreArray(GetParam().pieces));
}

std::string name_of(const testing::TestParamInfo<Meaning>& meaning) {
    return meaning.param.what;
}

// Statements of Oniguruma's doc/RE; each is true from its version 6.9.8 up to the one used by Hugging Face's
// tokenizers.

INSTANTIATE_TEST_SUITE_P(
    Letters, PatternMeanings,
    testing::Values(
        Meaning{"HexadecimalDigits", R"(\h+)", "xaF09g \t", {"aF09"}},
        Meaning{"NoHexadecimalDigits", R"(\H+)", "ab xyz 9", {" xyz "}},
        Meaning{"WordsHaveNumbersOfAllKinds", R"(\w+)", "x² y³ ¹ ¼½¾ Ⅷ ⓐ", {"x²", "y³", "¹", "¼½¾", "Ⅷ", "ⓐ"}},
        Meaning{
            "WordsHaveMarksAndConnectors", R"(\w+)", "e\u0301t\u00e9 a_b‿c नमस्ते", {"e\u0301t\u00e9", "a_b‿c", "नमस्ते"}},
        Meaning{"NoWord", R"(\W+)", "a², b!", {", ", "!"}}, Meaning{"DigitsAreDecimal", R"(\d+)", "²12٣Ⅷ", {"12٣"}},
        Meaning{"NumbersUpToThree", R"(\p{N}{1,3})", "12345 ٣٤²¼", {"123", "45", "٣٤²", "¼"}},
        Meaning{"Spaces", R"(\s+)", "a \t\v\u0085b\u00a0\u2028\u3000c", {" \t\v\u0085", "\u00a0\u2028\u3000"}},
        Meaning{"TheMongolianVowelSeparatorIsNoSpace", R"(\s)", "a\u180e b\u3000", {" ", "\u3000"}},
        Meaning{"NeitherIsItInAClass", R"([^\s]+)", "a\u180e b", {"a\u180e", "b"}},
        Meaning{"NorAmongWhatIsNoSpace", R"([\Sx]+)", "a\u180e b", {"a\u180e", "b"}},
        Meaning{"VerticalTab", R"(\v+)", "\n\v\f", {"\v"}},
        Meaning{"LineBreaks", R"(\R)", "a\r\nb\n\rc\u2028\v", {"\r\n", "\n", "\r", "\u2028", "\v"}},
        Meaning{"WhatIsSeenAsOneLetter",
                R"(\X)",
                "e\u0301x🇩🇪👨\u200d👩\u200d👧\r\n",
                {"e\u0301", "x", "🇩🇪", "👨\u200d👩\u200d👧", "\r\n"}},
        Meaning{"AllButLineFeeds", ".+", "a\rb\u2028c\nd", {"a\rb\u2028c", "d"}},
        Meaning{"AllButLineFeedsAlways", R"((?m:\N+))", "ab\nc", {"ab", "c"}},
        Meaning{"AllAlways", R"(\O+)", "ab\nc", {"ab\nc"}},
        Meaning{"ManyLinesAreWhatADotFinds", "(?m:.+)", "ab\nc", {"ab\nc"}},
        Meaning{"NamedClasses", "[[:alpha:]]+|[[:digit:]]+", "añ1٢²", {"añ", "1٢"}},
        Meaning{"NamedClassesTurnedRound", "[[:^alpha:]]+", "ab12 ñ", {"12 "}},
        Meaning{"NamedSpacesAndWords", "[[:space:]]+|[[:word:]]+", "a_ñ\u3000b", {"a_ñ", "\u3000", "b"}},
        Meaning{"Categories", R"(\p{Lu}\p{Ll}+|\p{^L}+)", "Abc 12ÉtÉ", {"Abc", " 12", "Ét"}},
        Meaning{"PropertiesByLongNames", R"(\p{Uppercase_Letter}|\p{Alphabetic}+)", "Aⓐb1", {"A", "ⓐb"}},
        Meaning{"NoProperty", R"(\P{L}+)", "ab1 é", {"1 "}},
        Meaning{"Scripts", R"(\p{Han}+|\p{Hiragana}+)", "中文、かな日", {"中文", "かな", "日"}},
        Meaning{"Codes", R"([\u4e00-\u4e8c]\x{4e8c}?\x41\u00e9)", "一二Aé", {"一二Aé"}},
        Meaning{"BytesOfALetter", R"(\xe4\xb8\x80)", "中一", {"一"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Classes, PatternMeanings,
    testing::Values(Meaning{"Intersections", "[a-z&&[^aeiou]]+", "hello", {"h", "ll"}},
                    Meaning{"IntersectionsOfProperties", R"([\p{L}&&[^\p{Lu}a]]+)", "xAaéÉy", {"x", "é", "y"}},
                    Meaning{"IntersectionsBindLooserThanUnions", "[a-w&&[^c-g]z]+", "abcdefghw", {"ab", "hw"}},
                    Meaning{"Unions", R"( ?[^(\s|[.,!?…])]+)", "one (two) three…", {"one", "two", " three"}},
                    Meaning{"ABracketFirst", "[]a]+|[^]b]", "]a]bc", {"]a]", "c"}},
                    Meaning{"Ranges", "[一-龥]+", "中文 x 日", {"中文", "日"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Repeats, PatternMeanings,
    testing::Values(Meaning{"Possessive", R"(a++b|a*+a|x?+x)", "aab aa x", {"aab"}},
                    Meaning{"PossessiveAsTiktokenHasIt",
                            R"([^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s+)",
                            "it's 1234 !?\n\nx",
                            {"it", "'s", " ", "1234", " !?\n\n", "x"}},
                    Meaning{"APlusBehindCountsRepeatsThem", "a{2,3}+", "aaaaaaaab", {"aaaaaaaa"}},
                    Meaning{"CountsTurnedRoundArePossessive", "a{3,2}a|b", "aaaab", {"aaaa", "b"}},
                    Meaning{"AQuestionMarkBehindACountMayLeaveItOut", "xa{2}?", "xaaaxa", {"xaa", "x"}},
                    Meaning{"WithoutALeastCount", "xa{,2}", "xaaax", {"xaa", "x"}},
                    Meaning{"Lazy", "a.*?b|c+?", "axbxb cc", {"axb", "c", "c"}},
                    Meaning{"AtomicGroups", "(?>a|ab)c|b", "abc ac", {"b", "ac"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Case, PatternMeanings,
    testing::Values(Meaning{"Contractions", R"((?i:'s|'ll)|\p{L}+)", "it'S 'lL 'ſ", {"it", "'S", "'lL", "'ſ"}},
                    Meaning{"OneLetterForTwo", "(?i:ss)|(?i:ﬁ)", "sS ß ẞ fI", {"sS", "ß", "ẞ", "fI"}},
                    Meaning{"BeyondAscii", "(?i)ÉK", "ék ÉK", {"ék", "ÉK"}},
                    Meaning{"OfClasses", "(?i:[a-c])+", "aBd", {"aB"}},
                    Meaning{"ToTheEndOfTheGroup", "(?:a(?i)b|c)d", "aBD aBd Cd aCd", {"aBd", "aCd"}}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Places, PatternMeanings,
    testing::Values(Meaning{"SpacesBeforeAWordLeaveItOne", R"(\s+(?!\S)|\s+)", "a   b ", {"  ", " ", " "}},
                    Meaning{"EndsOfLines", R"(\s+$)", "a  \nb \n", {"  ", " \n"}},
                    Meaning{"BeginningsOfLines", R"(^\w+)", "ab cd\nef", {"ab", "ef"}},
                    Meaning{"TheTextsOwn", R"(\Aa|b\Z|c\z)", "aac\nab\n", {"a", "b"}},
                    Meaning{"BordersOfWords", R"(\b\w)", "ab नमस्ते ²c", {"a", "न", "²"}},
                    Meaning{"NoBorders", R"(\B\w)", "abc", {"b", "c"}},
                    Meaning{"LooksBack", "(?<=a|bc)d|(?<!x)e", "ad bcd cd xe e", {"d", "d", "e"}},
                    Meaning{"LooksBackAnyFar", "(?<=ab*)c", "abbbc c", {"c"}},
                    Meaning{"WhereTheSearchBegan", R"(\Gab)", "ababxab", {"ab", "ab"}},
                    Meaning{"KeepsWhatStandsBefore", R"(a\Kb)", "ab b", {"b"}},
                    Meaning{"KeepsNothingBehindItsEnd", R"((?=ab\K))", "ab", {""}},
                    Meaning{"TheSameAgainByName", R"((?<n>\w)\k<n>)", "aabcc", {"aa", "cc"}},
                    Meaning{"TheSameAgainByNumber", R"((\w)\1)", "aabcc", {"aa", "cc"}},
                    Meaning{"AllThatHasNoneOf", R"(/\*(?~\*/)\*/)", "/*a*//*b**/", {"/*a*/", "/*b**/"}}),
    name_of);

TEST(Pattern, FindsALiteralAsItStands) {
    const auto cuts = Pattern::literal(".*").cut("a.*b.*");
    ASSERT_TRUE(cuts);
    EXPECT_THAT(*cuts, ElementsAre(Cut{0, 1, false}, Cut{1, 3, true}, Cut{3, 4, false}, Cut{4, 6, true}));
    EXPECT_THAT(*Pattern::literal("").cut("ab"), ElementsAre(Cut{0, 2, false}));
}

TEST(Pattern, FindsNothingTwiceAtOnePlace) {
    EXPECT_THAT(matches_of("x*", "axxb"), ElementsAre("", "xx", ""));
}

TEST(Pattern, FindsNothingInNoText) {
    EXPECT_THAT(matches_of("x*", ""), ElementsAre());
    EXPECT_THAT(matches_of("^", ""), ElementsAre());
}

struct Refused {
    const char* pattern;
    const char* named;
};

class RefusedPatterns : public testing::TestWithParam<Refused> {};

TEST_P(RefusedPatterns, AreNamed) {
    const auto pattern = Pattern::expression(GetParam().pattern);
    ASSERT_FALSE(pattern);
    EXPECT_THAT(pattern.error().message, HasSubstr(GetParam().named));
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, RefusedPatterns,
    testing::Values(Refused{"*a", "the pattern “*a”: target of repeat operator is not specified"},
                    Refused{"(?=a)*", "target of repeat operator is invalid"},
                    Refused{"[a", "premature end of char-class"}, Refused{"[z-a]", "empty range in char class"},
                    Refused{"(a", "end pattern with unmatched parenthesis"},
                    Refused{"a)", "unmatched close parenthesis"},
                    Refused{R"(\p{Nonsense})", "invalid character property name {Nonsense}"},
                    Refused{R"(\k<n>)", "undefined name <n> reference"}, Refused{"a\\", "end pattern at escape"},
                    Refused{R"(\xe4)", "too short multibyte code string"},
                    Refused{R"(\x80)", "invalid code point value"},
                    Refused{"a{100001}", "too big number for repeat range"}, Refused{"(?z)", "undefined group option"},
                    Refused{R"((?<n>a|b\g<n>c))", R"(calls of groups, \g, are not supported)"},
                    Refused{"\xff", "not UTF-8"}, Refused{"a\xe4\xb8", "not UTF-8"}));

std::string many(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

TEST(Pattern, ThatIsTooDeepOrTooLongIsRefused) {
    const auto problem = [](const std::string& expression) {
        const auto pattern = Pattern::expression(expression);
        return pattern ? "" : pattern.error().message;
    };
    EXPECT_EQ(problem(many("(", 60) + many(")*", 60)), "");
    for (const char* group : {"(", "(?:", "(?=", "(?<!", "(?~", "(a|"})
        EXPECT_THAT(problem(many(group, 700) + many(")", 700)), HasSubstr("parse depth limit over")) << group;
    EXPECT_THAT(problem(many("[", 2000) + "a" + many("]", 2000)), HasSubstr("parse depth limit over"));
    EXPECT_THAT(problem("a" + many("*+", 2000)), HasSubstr("parse depth limit over"));
    EXPECT_THAT(problem(many("a", 100000)), HasSubstr("the pattern has 100000 bytes, expected at most 4096"));
}

TEST(Pattern, ThatCallsGroupsIsRefusedBeforeItTakesYearsToRead) {
    std::string doubled;
    for (int i = 0; i < 100; ++i)
        doubled += fmt::format(R"((?<g{}>(?=\g<g{}>)(?=\g<g{}>)){{0}})", i, i + 1, i + 1);
    EXPECT_FALSE(Pattern::expression(doubled + R"((?<g100>a))"));
    EXPECT_THAT(matches_of(R"(\\g)", R"(a\g)"), ElementsAre(R"(\g)")) << "a backslash and a letter";
}

TEST(Pattern, OfManyRepeatsIsReadAtOnce) {
    for (const std::string& expression :
         {std::string("(a{1000}){1000}{1000}"), many("(?:", 50) + "a" + many("{9}){9}", 50), many(R"([\W])", 1000),
          "[" + many(R"(\w&&)", 800) + R"(\w])", "(?i)" + many("ss", 2000), many("(?~a)", 800)}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto pattern = Pattern::expression(expression);
        if (pattern)
            (void)pattern->cut("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5)) << expression.substr(0, 40);
    }
}

TEST(Pattern, RefusesATextThatIsNone) {
    const auto pattern = Pattern::expression(".");
    ASSERT_TRUE(pattern) << pattern.error().message;
    EXPECT_THAT(pattern->cut("a\xe4").error().message, HasSubstr("not UTF-8"));
}

TEST(Pattern, ThatGoesBackAndForthEndsWithAnError) {
    const auto pattern = Pattern::expression("(?:a|a|aa)+[cd]");
    ASSERT_TRUE(pattern) << pattern.error().message;
    const auto cuts = pattern->cut(std::string(5000, 'a') + "b");
    ASSERT_FALSE(cuts);
    EXPECT_THAT(cuts.error().message, HasSubstr("too many steps"));
}

TEST(Pattern, ThatLooksAtTheWholeTextFromEveryLetterEndsInTime) {
    using namespace std::chrono_literals;
    const std::string text(300'000, 'a');
    for (const char* expression :
         {R"((?>\w+)1|\d)", R"((?:(?=(?>\p{L}*))a)*[bc])", "(?:(?=.*).)*b|c", R"((?:(?=.*+).)*c)"}) {
        const auto pattern = Pattern::expression(expression);
        ASSERT_TRUE(pattern) << pattern.error().message;
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_FALSE(pattern->cut(text + "1c", EncodingWork(100ms))) << expression;
        EXPECT_LT(std::chrono::steady_clock::now() - begin, 9s) << expression;
    }
}

TEST(Pattern, GoesBackOverAsManyLettersAsATextHas) {
    const std::string letters(text_limit, 'a');
    EXPECT_THAT(matches_of(R"(\p{L}+|\s+)", letters), ElementsAre(letters));
    EXPECT_THAT(matches_of("(?:ab|[a-z])+1?", letters).size(), 1U);
}

TEST(Pattern, AsksForTheTimeAtEveryMatchAndOfOneClockForAllParts) {
    using namespace std::chrono_literals;
    const auto pattern = Pattern::expression("a");
    ASSERT_TRUE(pattern);
    const EncodingWork late(-1s);
    EXPECT_TRUE(pattern->cut("aaa"));
    EXPECT_THAT(pattern->cut("aaa", late).error().message, HasSubstr("takes more than"));
    const auto byte_level = byte_level_pre_tokenizer(false, true);
    ASSERT_TRUE(byte_level);
    EXPECT_TRUE((*byte_level)({{"a", true}, {"b", false}}, EncodingWork()));
    EXPECT_FALSE((*byte_level)({{"a", true}, {"b", false}}, late));
}

TEST(Pattern, CutsALongTextInNoTime) {
    const std::string text(200000, ' ');
    EXPECT_EQ(matches_of(R"(\s*[\r\n]+|\s+(?!\S)|\s+)", text).size(), 1U);
}

/// Oniguruma has functions with names of the C library, which other libraries would call with the C library's
/// structures.
TEST(Pattern, LeavesTheFunctionsOfTheCLibraryToIt) {
    Dl_info found{};
    ASSERT_NE(dladdr(reinterpret_cast<const void*>(&regcomp), &found), 0);
    EXPECT_THAT(found.dli_fname, testing::Not(testing::HasSubstr("onig")));
}

} // namespace
} // namespace attn
