#include "core/figure/tex_text.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(TexProse, SetsSymbolsWithAnIndexAsMathematics) {
    EXPECT_EQ(tex_prose("W_Q and d_model, 50 %").tex, R"($W_Q$ and $d_{model}$, 50~\%)");
    EXPECT_EQ(tex_prose("W^O").tex, "$W^O$");
    EXPECT_EQ(tex_prose("X is E + P; Q⁽²⁾ too.").tex,
              R"($X$ is $E$ + $P$; $Q$\textsuperscript{(}\textsuperscript{2}\textsuperscript{)} too.)");
    EXPECT_EQ(tex_prose("A map of “X”; I read X-rays").tex, "A map of “X”; I read X-rays") << "words, and a token";
    for (const char* const word : {"in_proj_weight", "q_lens.py", "a_b_c", "d_kinds_of", "W_Q(x)"})
        EXPECT_EQ(tex_prose(word).tex, tex_text(word).tex) << word;
}

TEST(TexProse, LeavesTokensThatLookLikeSymbolsWords) {
    for (const char* const text : {"a_b₁ reads d_k₂", "W^Q₃, 2 of 4", "“d_k” stands for W_Q₁₂"})
        EXPECT_EQ(tex_prose(text).tex, tex_text(text).tex) << text;
    EXPECT_EQ(tex_prose("b^Q and b_O").tex, "$b^Q$ and $b_O$");
}

} // namespace
} // namespace attn
