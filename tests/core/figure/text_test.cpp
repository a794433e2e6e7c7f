#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace attn {
namespace {

Text text_of(std::string text) {
    Text made;
    made.text = std::move(text);
    made.colour = rgb(0x000000);
    return made;
}

TEST(Typesetter, RefusesAFolderWithoutItsFonts) {
    const auto opened = Typesetter::open("/nowhere/at/all");
    ASSERT_FALSE(opened);
    EXPECT_NE(opened.error().message.find("Inter"), std::string::npos);
}

TEST(Typesetter, MeasuresEveryScript) {
    for (const char* word : {"naïve", "数据", "🙂", "مرحبا", "שלום", "ελλ", "−∞", "Q⁽¹⁾ᵀ"}) {
        const TextExtent extent = typesetter().measure(word, {});
        EXPECT_GT(extent.width, 5) << word;
        EXPECT_GT(extent.ink.height, 3) << word;
    }
}

TEST(Typesetter, DrawsEachLetterOfAWordAsItIs) {
    const auto width = [](const char* text) { return typesetter().measure(text, {.size = 100}).width; };
    EXPECT_NEAR(width("->"), width("-") + width(">"), 1); // not an arrow
}

TEST(Typesetter, GrowsInProportion) {
    const float one = typesetter().measure("the cat sat", {.size = 11}).width;
    EXPECT_NEAR(typesetter().measure("the cat sat", {.size = 110}).width, 10 * one, 0.02 * one);
}

TEST(Typesetter, SetsColouredLettersInTheSizeOfTheOthers) {
    for (const float size : {11.0F, 40.0F}) {
        const TextExtent extent = typesetter().measure("🙂", {.size = size});
        EXPECT_GT(extent.width, 0.5F * size);
        EXPECT_LT(extent.width, 1.6F * size);
        EXPECT_LT(extent.ink.height, 1.6F * size);
    }
}

TEST(Typesetter, HasFiguresOfOneWidth) {
    for (const char* number : {"111", "000", "738"})
        EXPECT_FLOAT_EQ(typesetter().measure(number, {}).width, typesetter().measure("888", {}).width);
}

TEST(Typesetter, GivesEveryTextOfASizeTheSameLineHeight) {
    const TextExtent latin = typesetter().measure("a", {});
    for (const char* word : {"数据", "مرحبا", "Åg", ""}) {
        EXPECT_EQ(typesetter().measure(word, {}).ascent, latin.ascent) << word;
        EXPECT_EQ(typesetter().measure(word, {}).descent, latin.descent) << word;
    }
}

TEST(Typesetter, SurvivesBytesThatAreNoText) {
    EXPECT_GT(typesetter()
                  .measure("a\xff\xfe"
                           "b",
                           {})
                  .width,
              10);
    const TextPixels pixels = typesetter().rasterise(text_of("\xc3"), 1);
    EXPECT_EQ(pixels.rgba.size(), static_cast<std::size_t>(pixels.width * pixels.height));
}

TEST(Typesetter, PutsTheMiddleOfCapitalsOnTheMiddle) {
    Text text = text_of("H");
    text.vertical = Vertical::middle;
    const TextExtent extent = typesetter().measure(text);
    const Point start = typesetter().baseline_start(text);
    EXPECT_NEAR(start.y + extent.ink.y + extent.ink.height / 2, 0, 0.1);
}

TEST(Typesetter, AnchorsTextsLeftCentreAndRight) {
    Text text = text_of("tokens");
    text.position = {100, 50};
    const float width = typesetter().measure(text).width;
    text.horizontal = Horizontal::centre;
    EXPECT_FLOAT_EQ(typesetter().baseline_start(text).x, -width / 2);
    text.horizontal = Horizontal::right;
    const Box box = typesetter().box(text);
    EXPECT_NEAR(box.x + box.width, 100, 1);
}

TEST(Typesetter, TurnsTextsToReadFromTheBottomUp) {
    Text text = text_of("queries: who reads");
    text.position = {100, 200};
    text.direction = Direction::upright;
    const Box box = typesetter().box(text);
    EXPECT_GT(box.height, 4 * box.width);
    EXPECT_LT(box.y, 200 - 60);
    EXPECT_NEAR(box.bottom(), 200, 1.5);
}

TEST(Typesetter, SlantsTextsUpAnEighthOfATurn) {
    Text text = text_of("transformers");
    text.position = {100, 200};
    const float length = typesetter().measure(text).width;
    text.direction = Direction::slanted;
    const Box rising = typesetter().box(text);
    EXPECT_NEAR(rising.width, rising.height, 0.1);
    EXPECT_NEAR(rising.right(), 100 + 0.707F * length, 4);
    EXPECT_LT(rising.bottom(), 206);
    text.horizontal = Horizontal::right; // its end lies there
    EXPECT_NEAR(typesetter().box(text).x, 100 - 0.707F * length, 10);
    EXPECT_GT(typesetter().rasterise(text, 2).height, 2 * 0.6F * length);
}

TEST(Typesetter, ShortensByWholeLettersUntilItFits) {
    const std::string text = "数据数据数据数据";
    const float width = typesetter().measure(text, {}).width / 2;
    const std::string kept = typesetter().shortened(text, {}, width);
    EXPECT_LE(typesetter().measure(kept, {}).width, width);
    EXPECT_TRUE(kept.ends_with("…"));
    EXPECT_EQ((kept.size() - 3) % 3, 0U);
    EXPECT_TRUE(text.starts_with(kept.substr(0, kept.size() - 3)));
    EXPECT_EQ(typesetter().shortened("cat", {}, 1000), "cat");
}

RC_GTEST_PROP(Typesetter, ShortensALongTextToAsMuchAsFits, ()) {
    const auto letters = *rc::gen::inRange<std::size_t>(0, 700);
    std::string text;
    for (std::size_t i = 0; i < letters; ++i)
        text += *rc::gen::element<std::string>("a", "i", "W", " ", "é", "数");
    const auto width = static_cast<float>(*rc::gen::inRange(10, 900));
    const std::string kept = typesetter().shortened(text, {}, width);
    if (kept == text)
        return;
    RC_ASSERT(kept.ends_with("…"));
    const std::string begin = kept.substr(0, kept.size() - 3);
    RC_ASSERT(text.starts_with(begin));
    RC_ASSERT(typesetter().measure(text, {}).width > width);
    RC_ASSERT(begin.empty() || typesetter().measure(kept, {}).width <= width);
    // One letter more would be too wide.
    std::size_t next = begin.size() + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U)
        ++next;
    if (next < text.size())
        RC_ASSERT(typesetter().measure(text.substr(0, next) + "…", {}).width > width);
}

TEST(Typesetter, RasterisesInItsColourAtItsPlace) {
    Text text = text_of("H");
    text.colour = rgb(0xff0000);
    text.font.size = 40;
    const TextPixels pixels = typesetter().rasterise(text, 2);
    ASSERT_GT(pixels.width, 0);
    EXPECT_TRUE(std::ranges::count(pixels.rgba, packed(rgb(0xff0000))) > 100);
    const Box ink = typesetter().measure(text).ink;
    EXPECT_LE(pixels.offset.x, ink.x);
    EXPECT_LE(pixels.offset.y, ink.y);
    EXPECT_GE(pixels.offset.y + static_cast<float>(pixels.height) / 2, ink.bottom());
}

} // namespace
} // namespace attn
