#include "tests/folders.h"
#include "ui/gl/text_cache.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <imgui_internal.h>

namespace attn {
namespace {

class TextCacheTest : public testing::Test {
protected:
    void SetUp() override {
        Result<Typesetter> typesetter = Typesetter::open(assets_folder() / "fonts");
        ASSERT_TRUE(typesetter) << typesetter.error().message;
        typesetter_ = std::make_unique<Typesetter>(*std::move(typesetter));
        cache_ = std::make_unique<TextCache>(*typesetter_);
        list_._ResetForNewFrame();
    }
    static Text text_of(std::string letters, Colour colour = rgb(0)) {
        Text text;
        text.text = std::move(letters);
        text.colour = colour;
        return text;
    }
    /// The corner at which the last drawn text begins.
    ImVec2 last_corner() const { return list_.VtxBuffer[list_.VtxBuffer.Size - 4].pos; }
    ImU32 last_tint() const { return list_.VtxBuffer.back().col; }

    ImDrawListSharedData shared_;
    ImDrawList list_{&shared_};
    std::unique_ptr<Typesetter> typesetter_;
    std::unique_ptr<TextCache> cache_;
};

TEST_F(TextCacheTest, ATextIsSetOnceForAllColoursAndAnchors) {
    cache_->begin_frame(1);
    Text text = text_of("rose");
    for (const Colour colour : {rgb(0x000000), rgb(0xff0000), rgb(0xffffff)})
        for (const Horizontal anchor : {Horizontal::left, Horizontal::centre, Horizontal::right}) {
            text.colour = colour;
            text.horizontal = anchor;
            cache_->draw(list_, text);
        }
    EXPECT_EQ(cache_->text_count(), 1U);
    EXPECT_EQ(list_.VtxBuffer.Size, 9 * 4);
}

TEST_F(TextCacheTest, LettersTakeTheTextsColourAndEmojiKeepTheirOwn) {
    cache_->begin_frame(1);
    cache_->draw(list_, text_of("rose", rgb(0x112233)));
    EXPECT_EQ(last_tint(), IM_COL32(0x11, 0x22, 0x33, 255));
    // Without a colour font, emoji are letters like others.
    const TextPixels emoji = typesetter_->rasterise(text_of("🙂", rgb(0xffffff)), 1);
    if (emoji.rgba.empty() || std::ranges::all_of(emoji.rgba, [](std::uint32_t p) { return p % 0x1010101 == 0; }))
        GTEST_SKIP() << "no emoji font";
    cache_->draw(list_, text_of("🙂", rgb(0x112233)));
    EXPECT_EQ(last_tint(), IM_COL32(255, 255, 255, 255));

    Text for_print = text_of("🙂", rgb(0x112233));
    for_print.grey = true;
    const std::size_t known = cache_->text_count();
    cache_->draw(list_, for_print);
    EXPECT_EQ(cache_->text_count(), known + 1); // a text of its own, in greys
    EXPECT_TRUE(std::ranges::all_of(typesetter_->rasterise(for_print, 1).rgba,
                                    [](std::uint32_t p) { return p % 0x1000000 % 0x10101 == 0; }));
}

TEST_F(TextCacheTest, TextsLieOnWholePixelsOfTheScreen) {
    for (const float scale : {1.0F, 1.5F, 2.0F}) {
        cache_->begin_frame(scale);
        cache_->draw(list_, text_of("rose"), {10.3F, 20.7F});
        EXPECT_FLOAT_EQ(last_corner().x * scale, std::round(last_corner().x * scale));
        EXPECT_FLOAT_EQ(last_corner().y * scale, std::round(last_corner().y * scale));
    }
    EXPECT_EQ(cache_->text_count(), 3U);
}

TEST_F(TextCacheTest, TextBegunAtTheRightEndsThere) {
    cache_->begin_frame(1);
    Text text = text_of("rose");
    cache_->draw(list_, text, {100, 50});
    const float left = last_corner().x;
    text.horizontal = Horizontal::right;
    cache_->draw(list_, text, {100, 50});
    EXPECT_NEAR(left - last_corner().x, typesetter_->measure(text).width, 1);
}

TEST_F(TextCacheTest, MoreTextsThanFitMakeThoseUnseenForLongestGo) {
    constexpr int texts = 400;
    for (int number = 0; number < texts; ++number) {
        cache_->begin_frame(2);
        Text text = text_of(std::to_string(number) + " words in a line");
        text.font.size = 60;
        cache_->draw(list_, text);
    }
    EXPECT_LE(cache_->page_count(), 8U);
    EXPECT_LT(cache_->text_count(), static_cast<std::size_t>(texts));
}

TEST_F(TextCacheTest, NothingIsDrawnForNothing) {
    cache_->begin_frame(1);
    cache_->draw(list_, text_of(""));
    cache_->draw(list_, text_of(" "));
    cache_->draw(list_, text_of("rose", transparent));
    EXPECT_EQ(list_.VtxBuffer.Size, 0);
}

} // namespace
} // namespace attn
