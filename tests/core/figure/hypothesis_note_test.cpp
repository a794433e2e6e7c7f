#include "core/figure/pictures/hypothesis_note.h"
#include "core/figure/words/hypothesis_words.h"

#include "tests/core/figure/figures.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

using test::Drawn;
using test::texts_of;

Drawn with_hypotheses(std::map<Index, std::string> hypotheses) {
    Session session = Drawn::preset("who-and-where").session();
    session.hypotheses = std::move(hypotheses);
    return Drawn(std::move(session));
}

FigureRequest figure_of_heads(ArrayId array) {
    FigureRequest request;
    request.kind = "heads";
    request.array = array;
    return request;
}

bool begins_a_text_with(const Figure& figure, const std::string& wanted) {
    return std::ranges::any_of(texts_of(figure), [&](const std::string& text) { return text.find(wanted) == 0; });
}

TEST(HypothesisNote, StandsBeneathTheHeadsOfAInAFigure) {
    const Drawn drawn = with_hypotheses({{0, "previous token"}, {1, "looks for roses"}});
    const Figure figure = drawn.figure(figure_of_heads(ArrayId::A));
    for (const char* words : {"reads the previous token", "94.8 % (even share 25.0 %)", "3 of 4 rows; worst",
                              "looks for roses", "no rule known for this: no share"})
        EXPECT_TRUE(begins_a_text_with(figure, words)) << words;
    EXPECT_FALSE(begins_a_text_with(drawn.figure(figure_of_heads(ArrayId::scores)), "reads the previous token"));
}

TEST(HypothesisNote, IsNotMissedInAFigureOfHeadsOfWhichNothingIsSaid) {
    const Figure figure = Drawn::preset("who-and-where").figure(figure_of_heads(ArrayId::A));
    EXPECT_FALSE(begins_a_text_with(figure, "say what this head does"));
    const Figure half = with_hypotheses({{0, "previous token"}}).figure(figure_of_heads(ArrayId::A));
    EXPECT_FALSE(begins_a_text_with(half, "say what this head does"));
}

TEST(HypothesisNote, SaysWhereAClaimNamesNoKey) {
    EXPECT_TRUE(begins_a_text_with(with_hypotheses({{0, "padding or separators"}}).figure(figure_of_heads(ArrayId::A)),
                                   "it names no key that may be read here"));
}

TEST(HypothesisNote, WritesSharesAsPercent) {
    EXPECT_EQ(share_in_words(0.94791), "94.8 %");
    EXPECT_EQ(share_in_words(0), "0.0 %");
    EXPECT_EQ(share_in_words(std::nan("")), "not a number");
    EXPECT_EQ(measure_in_words({HypothesisId::evenly}, {.share = 1}), "100.0 % of the largest entropy");
}

} // namespace
} // namespace attn
