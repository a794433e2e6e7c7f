// Pages state what this session computes, not what a plain layer would.

#include "core/handouts/handout.h"
#include "tests/core/handouts/made_lecture.h"
#include "tests/random_layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace attn::test {
namespace {

using testing::HasSubstr;
using testing::Not;

Session session_of(Layer layer, const std::string& notation) {
    Session session;
    session.opened = std::move(layer);
    session.notation = notation;
    return session;
}

Layer cross_attention() {
    Random random(7);
    return random_layer(
        random,
        {.sizes = {.B = 1, .S_q = 4, .S_k = 3, .D = 6, .D_context = 8, .H = 2, .d_k = 3, .d_v = 2}, .cross = true});
}

Layer self_attention() {
    Random random(5);
    return random_layer(random,
                        {.sizes = {.B = 1, .S_q = 4, .S_k = 4, .D = 6, .D_context = 6, .H = 3, .d_k = 2, .d_v = 2}});
}

std::string text_of(const Result<std::vector<DocumentFile>>& files) {
    EXPECT_TRUE(files) << (files ? "" : files.error().message);
    return files ? with_sentences(*files) : std::string();
}

TEST(StatementsOnPages, WeightsOfAWiderContextHaveItsWidth) {
    const Drawn drawn(session_of(cross_attention(), "paper"));
    for (const std::string& text :
         {text_of(lecture_notes(drawn.source(), {})), text_of(slide_deck(drawn.source(), {}))})
        EXPECT_EQ(text.find(R"({6 \times 2})"), std::string::npos);
}

TEST(StatementsOnPages, TitleOfASessionIsWordsAndNoSymbols) {
    Session session = session_of(self_attention(), "default");
    session.title = "E and W_Q";
    const Drawn drawn(std::move(session));
    EXPECT_THAT(text_of(lecture_notes(drawn.source(), {})), HasSubstr(R"(\section{E and W\_Q})"));
    EXPECT_THAT(text_of(slide_deck(drawn.source(), {})), HasSubstr(R"(\title{\texorpdfstring{E and W\_Q}{E and WQ}})"));
}

TEST(StatementsOnPages, OneHeadOfTwoSequencesHasKeysOfTheSecond) {
    const Drawn drawn(session_of(cross_attention(), "nxd")); // these notes begin with one head
    const std::string text = text_of(lecture_notes(drawn.source(), {}));
    EXPECT_THAT(text, HasSubstr(R"($W_K$ is $8 \times 3$, $W_V$ is $8 \times 2$)"));
    EXPECT_THAT(text, HasSubstr("each token of the second sequence a key of 3 and a value of 2"));
}

TEST(StatementsOnPages, GivenQueriesHaveNoFormula) {
    Layer layer = self_attention();
    const Drawn plain(session_of(layer, "default"));
    const auto before = handout(plain.source(), {});
    ASSERT_TRUE(before);
    EXPECT_THAT(*before, HasSubstr("Q^{(h)} = X W_Q^{(h)}"));
    layer.given[{0, ArrayId::Q, 0, 0}] = Matrix::zeros(4, 2);
    const Drawn drawn(session_of(std::move(layer), "default"));
    const auto page = handout(drawn.source(), {});
    ASSERT_TRUE(page);
    EXPECT_THAT(*page, Not(HasSubstr("Q^{(h)} = X W_Q^{(h)}")));
    EXPECT_THAT(*page, HasSubstr("K^{(h)} = X W_K^{(h)}"));
    EXPECT_THAT(text_of(lecture_notes(drawn.source(), {})), Not(HasSubstr("Q^{(h)} = XW_Q^{(h)}")));
}

} // namespace
} // namespace attn::test
