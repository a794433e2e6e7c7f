// Pages state what this session computes, and not what a plain layer would.

#include "core/handouts/lecture_tex.h"
#include "tests/core/figure/figures.h"
#include "tests/random_layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace attn::test {
namespace {

using testing::HasSubstr;

Session session_of(Layer layer, const std::string& notation) {
    Session session;
    session.layers = {std::move(layer)};
    session.notation = notation;
    return session;
}

Layer cross_attention() {
    Random random(7);
    return random_layer(
        random,
        {.sizes = {.B = 1, .S_q = 4, .S_k = 3, .D = 6, .D_context = 8, .H = 2, .d_k = 3, .d_v = 2}, .cross = true});
}

std::string text_of(const Result<std::vector<DocumentFile>>& files) {
    EXPECT_TRUE(files) << (files ? "" : files.error().message);
    return files ? files->front().bytes : std::string();
}

TEST(StatementsOnPages, WeightsOfAWiderContextHaveItsWidth) {
    const Drawn drawn(session_of(cross_attention(), "paper"));
    for (const std::string& text :
         {text_of(lecture_notes(drawn.source(), {})), text_of(slide_deck(drawn.source(), {}))})
        EXPECT_EQ(text.find(R"({6 \times 2})"), std::string::npos);
}

TEST(StatementsOnPages, OneHeadOfTwoSequencesHasKeysOfTheSecond) {
    const Drawn drawn(session_of(cross_attention(), "nxd")); // notes that begin with one head
    const std::string text = text_of(lecture_notes(drawn.source(), {}));
    EXPECT_THAT(text, HasSubstr(R"($W_K$ is $8 \times 3$, $W_V$ is $8 \times 2$)"));
    EXPECT_THAT(text, HasSubstr("each token of the second sequence a key of 3 and a value of 2"));
}

} // namespace
} // namespace attn::test
