#include "core/explain/answer_bugs.h"

#include "core/engine/engine.h"
#include "core/explain/explain.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

/// Two tokens, one head: X and W_Q are small integers, so that Q can be worked out by hand.
Trace by_hand() {
    Layer layer;
    layer.sequence.items = {{"a", "b"}};
    const auto embeddings = std::make_shared<Embeddings>();
    embeddings->emplace("a", Matrix::from_rows({{1, 2, 4}}));
    embeddings->emplace("b", Matrix::from_rows({{0, 3, 1}}));
    layer.sequence.embeddings = embeddings;
    HeadWeights head;
    head.W_Q = Matrix::from_rows({{5, 1}, {7, 2}, {11, 3}});
    head.W_K = head.W_V = head.W_Q;
    head.W_O = Matrix::from_rows({{1, 0, 0}, {0, 1, 0}});
    layer.heads = {head};
    Engine engine;
    engine.compute(layer);
    return engine.trace();
}

const CellId cell{ArrayId::Q, 0, 0, 0, 0}; // 1·5 + 2·7 + 4·11 = 63

TEST(SlipOfAnswer, RightAnswersSlipNowhere) {
    EXPECT_EQ(bug_of_answer(by_hand(), cell, 63), "");
    EXPECT_EQ(bug_of_answer(by_hand(), {ArrayId::A, 0, 0, 0, 0}, by_hand().value({ArrayId::A, 0, 0, 0, 0})), "");
}

TEST(SlipOfAnswer, NamesTheForgottenTerm) {
    EXPECT_NE(bug_of_answer(by_hand(), cell, 63 - 14).find("term 2 is missing"), std::string::npos);
    EXPECT_NE(bug_of_answer(by_hand(), cell, 63 + 44).find("term 3 is counted twice"), std::string::npos);
    EXPECT_NE(bug_of_answer(by_hand(), cell, 63 - 10).find("term 1 has the wrong sign"), std::string::npos);
}

TEST(SlipOfAnswer, NamesTheSignAndTheScale) {
    EXPECT_NE(bug_of_answer(by_hand(), cell, -63).find("sign"), std::string::npos);
    const Trace trace = by_hand();
    const float score = trace.value({ArrayId::scores, 0, 0, 1, 0});
    EXPECT_NE(bug_of_answer(trace, {ArrayId::scaled, 0, 0, 1, 0}, score).find("scale is forgotten"), std::string::npos);
}

TEST(SlipOfAnswer, NamesTheRowThatWasTakenInstead) {
    const Trace trace = by_hand();
    const float other = trace.value({ArrayId::Q, 0, 0, 1, 0});
    EXPECT_NE(bug_of_answer(trace, cell, other).find("row 2, not of row 1"), std::string::npos);
}

TEST(SlipOfAnswer, SaysOnWhichSideTheAnswerLiesAndNeverHowFarAway) {
    const std::string words = bug_of_answer(by_hand(), cell, 64.5F);
    EXPECT_NE(words.find("too large. Add up "), std::string::npos) << words;
    for (const char* told : {"63", "64", "1.5"})
        EXPECT_EQ(words.find(told), std::string::npos) << words << ": from which the number could be told";
}

} // namespace
} // namespace attn
