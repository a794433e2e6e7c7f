#include "tests/core/figure/figures.h"

// The legend names everything that the layer has, and nothing else.

namespace attn {
namespace {

using test::Drawn;

bool names(const Drawn& drawn, const std::string& wanted) {
    FigureRequest request;
    request.kind = "legend";
    for (const Item& item : drawn.figure(request).list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()); text != nullptr && text->text == wanted)
            return true;
    return false;
}

TEST(Legend, NamesTurnedQueriesOnlyWherePositionsAreRotary) {
    Session session = Drawn::preset("by-hand").session();
    EXPECT_FALSE(names(Drawn(session), "queries, turned by their place"));
    session.layer().rotary.pairs = Rotary::Pairs::halves;
    EXPECT_TRUE(names(Drawn(session), "queries, turned by their place"));
}

TEST(Legend, SaysHowLongThingsAre) {
    const Drawn drawn = Drawn::preset("by-hand");
    EXPECT_TRUE(names(drawn, "tokens: 3"));
    EXPECT_TRUE(names(drawn, "heads: 2"));
}

TEST(Legend, SaysHowLongEachOfTwoSequencesIs) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['je', 'bois', 'du', 'thé'], 'sizes': {'d_model': 4, "
                                    "'heads': 2}, 'context': {'tokens': ['I', 'drink', 'tea']}}");
    EXPECT_FALSE(names(drawn, "tokens: 4"));
    EXPECT_TRUE(names(drawn, "tokens that read: 4"));
    EXPECT_TRUE(names(drawn, "tokens that are read: 3"));
    EXPECT_TRUE(names(drawn, "width of the second sequence: 4"));
}

TEST(Legend, OfOneHeadSpeaksOfNoOther) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'rose'], 'sizes': {'d_model': 4, 'heads': 1}}");
    EXPECT_FALSE(names(drawn, "index of a head"));
    EXPECT_FALSE(names(drawn, "outputs of all heads, side by side"));
    EXPECT_FALSE(names(drawn, "rows of the output weights that belong to a head"));
    EXPECT_TRUE(names(drawn, "output weights"));
    EXPECT_TRUE(names(drawn, "query weights of the head"));
    EXPECT_TRUE(names(Drawn::preset("by-hand"), "index of a head"));
}

TEST(Legend, NamesStagesWhoseSymbolsAreMadeFromOthers) {
    const Drawn drawn = Drawn::preset("by-hand");
    EXPECT_TRUE(names(Drawn::preset("masks"), "scores, scaled and masked"));
    EXPECT_FALSE(names(drawn, "scores, scaled and masked")) << "which have no name of their own";
    EXPECT_TRUE(names(drawn, "exponentials of scores, less their row’s largest"));
}

TEST(Legend, SpeaksOfColumnsWhereTokensAreColumns) {
    Session session = Drawn::preset("by-hand").session();
    EXPECT_TRUE(names(Drawn(session), "largest score of a row"));
    session.tokens_as_columns = true;
    const Drawn drawn(session);
    EXPECT_TRUE(names(drawn, "largest score of a column"));
    EXPECT_TRUE(names(drawn, "sum of a column of exponentials"));
    EXPECT_FALSE(names(drawn, "largest score of a row"));
}

} // namespace
} // namespace attn
