#include "tests/core/figure/figures.h"

// The legend names what the layer has, and nothing else.

namespace attn {
namespace {

using test::Drawn;

bool names(const Drawn& drawn, const std::string& wanted) {
    FigureRequest request;
    request.kind = "legend";
    for (const Item& item : drawn.figure(request).list.items)
        if (const auto* text = std::get_if<Text>(&item.shape); text != nullptr && text->text == wanted)
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

} // namespace
} // namespace attn
