#include "core/figure/pictures/readout.h"

#include "tests/core/figure/figures.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace attn {
namespace {

using test::Drawn;
using test::texts_of;

FigureRequest of_readout(float width) {
    FigureRequest request;
    request.kind = "readout";
    request.width = width;
    return request;
}

TEST(ReadOutFigure, SaysOverEachTokenWhatTheOutputSays) {
    const std::vector<std::string> texts = texts_of(Drawn::preset("eight-heads").figure(of_readout(14)));
    for (const char* name : {"mirrored letter", "how often", "tokens"})
        EXPECT_NE(std::ranges::find(texts, name), texts.end()) << name;
    // The letters of desserts over those of stressed.
    EXPECT_EQ(std::ranges::count(texts, "s"), 3 + 3);
    EXPECT_EQ(std::ranges::count(texts, "t"), 1 + 1);
    EXPECT_EQ(std::ranges::count(texts, "3"), 3) << "s stands three times";
    EXPECT_GE(std::ranges::count(texts, ">99 %"), 8);
}

TEST(ReadOutFigure, KeepsWithinItsPageWithLongWords) {
    Session session = Drawn::preset("who-and-where").session();
    session.readouts = {{"before me", 0, {"chrysanthemum", "is", "an indefinite article", "lily"}}};
    EXPECT_NE(Drawn(session).refusal(of_readout(6)).find("needs a width"), std::string::npos);
    for (const float width : {11.0F, 12.0F, 20.0F}) {
        const Figure figure = Drawn(session).figure(of_readout(width));
        EXPECT_FALSE(figure.list.lacks_words) << width;
        const Box covered = bounds(figure.list, typesetter());
        EXPECT_GE(covered.x, 0) << width;
        EXPECT_LE(covered.right(), figure.page.area.width + 0.5F) << width;
    }
}

TEST(ReadOutFigure, NeedsAReadOut) {
    EXPECT_NE(Drawn::preset("by-hand").refusal(of_readout(8)).find("no readout"), std::string::npos);
}

} // namespace
} // namespace attn
