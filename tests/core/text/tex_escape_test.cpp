#include "core/text/tex_escape.h"

#include "core/files/utf8.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(TexText, HasNoControls) {
    EXPECT_EQ(tex_text("a\x01\x1b\x7f\xc2\x85\xc2\x9f b").tex, "a b");
    for (char32_t point = 0; point < 0xa0; ++point) {
        std::string letter;
        append_letter(letter, point);
        for (const char byte : tex_text(letter).tex)
            EXPECT_TRUE(byte >= 0x20 && byte < 0x7f) << static_cast<std::uint32_t>(point);
    }
}

TEST(TexText, NamesTheLetterThatLuaTexTakesForNone) {
    EXPECT_EQ(tex_text("a\xef\xbf\xbd").tex, R"(a\symbol{"FFFD})");
    EXPECT_TRUE(tex_text("\xef\xbf\xbd").beyond_latin);
    EXPECT_EQ(tex_text("\xff").tex, R"(\symbol{"FFFD})"); // no UTF-8
    for (const char* const letter : {"￾", "￿"})
        EXPECT_EQ(tex_text(letter).tex, R"(\symbol{"FFFD})");
}

TEST(TexText, KnowsWhichLatinLettersPdfTexLacks) {
    EXPECT_FALSE(tex_text("Größe, Łódź, œuvre").beyond_latin);
    for (const char* const letter : {"Ħ", "ŧ", "ſ", "ŉ", "ŀ", "Ж", "数", "\xee\x80\x80"})
        EXPECT_TRUE(tex_text(letter).beyond_latin) << letter;
    EXPECT_FALSE(tex_text("←₂⁽ᵀ").beyond_latin);
}

TEST(TexText, SetsCombiningAccentsAsCommands) {
    EXPECT_EQ(tex_text("S\u0303 and \u00e9, e\u0301").tex, "\\~{S} and \u00e9, \\'{e}");
    EXPECT_FALSE(tex_text("S\u0303").beyond_latin);
    EXPECT_EQ(tex_text("#\u0302").tex, "\\^{\\#}");
}

TEST(TexText, SetsGreekLettersThatStandAloneAsSymbols) {
    EXPECT_EQ(tex_text("σ of 2 α").tex, R"($\sigma$ of 2 $\alpha$)");
    EXPECT_FALSE(tex_text("σ, dₖ ≠ dᵥ").beyond_latin);
    EXPECT_EQ(tex_text("κόσμος").tex, "κόσμος");
    EXPECT_TRUE(tex_text("κόσμος").beyond_latin);
}

TEST(TexText, ReadsNoWordAsASymbol) {
    for (const char* const word : {"A", "E", "the", "token", "5", "first"})
        EXPECT_EQ(tex_text(word).tex, word);
    EXPECT_EQ(tex_text("a_b, W_Q, x^2").tex, R"(a\_b, W\_Q, x\textasciicircum{}2)");
    EXPECT_EQ(tex_text("$5 {x} ~ #1 a&b").tex, R"(\$5 \{x\} \textasciitilde{} \#1 a\&b)");
    EXPECT_EQ(tex_text("<b> \\alpha").tex, R"($<$b$>$ \textbackslash{}alpha)");
}

TEST(TexFormula, LeavesTexAsItIs) {
    for (const char* const formula : {R"(\frac{Q^{(1)} K^\top}{\sqrt{d_k}})", R"(\mathrm{softmax}(x)_{i\,j})",
                                      R"(\left\{ a \right\} \quad \text{for all } i)", R"(\mathrm{d\_k})"})
        EXPECT_EQ(tex_formula(formula).tex, formula);
    EXPECT_EQ(tex_formula("\\mathrm{score}ˢ").tex, R"(\mathrm{score}{}^{\mathrm{s}})");
}

TEST(TexFormula, SetsLettersThatFontsOfMathematicsLack) {
    EXPECT_EQ(tex_formula("a − Ж").tex, R"(a -  \text{Ж})");
    EXPECT_TRUE(tex_formula("Ж").beyond_latin);
    EXPECT_EQ(tex_formula("\\mathrm{Größe}").tex, R"(\mathrm{Gr\text{ö}\text{ß}e})");
    EXPECT_FALSE(tex_formula("\\mathrm{Größe}").beyond_latin);
    EXPECT_EQ(tex_formula("\xef\xbf\xbd\x7f\x01").tex, R"(\text{\symbol{"FFFD}})");
}

TEST(TexFormula, SetsWordsAsTheyAreWritten) {
    EXPECT_EQ(tex_formula(R"(\text{50% of #1, a_b & c^2~$})").tex,
              R"(\text{50\% of \#1, a\_b \& c\textasciicircum{}2\textasciitilde{}\$})");
    EXPECT_EQ(tex_formula("\\text{scoreˢ}").tex, R"(\text{score\textsuperscript{s}})");
    EXPECT_EQ(tex_formula(R"(\mathrm {a_b\ c})").tex, R"(\mathrm {a\_b\ c})");
}

} // namespace
} // namespace attn
