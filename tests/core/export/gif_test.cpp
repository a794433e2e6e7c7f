#include "core/export/gif.h"

#include "core/export/gif_palette.h"
#include "tests/core/figure/fonts.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <gif_lib.h>
#include <gtest/gtest.h>

// Animations, read back as any viewer reads them.

namespace attn {
namespace {

PdfPage page_of(Colour ground, Colour square) {
    PdfPage page;
    page.page = {{0, 0, 20, 10}, ground};
    Rectangle rectangle;
    rectangle.box = {5, 0, 5, 10};
    rectangle.fill = square;
    page.list.add(rectangle);
    return page;
}

struct GifReading {
    const std::string& bytes;
    std::size_t at = 0;
};

int take(GifFileType* file, GifByteType* into, int count) {
    auto* reading = static_cast<GifReading*>(file->UserData);
    const std::size_t taken = std::min(static_cast<std::size_t>(count), reading->bytes.size() - reading->at);
    std::memcpy(into, reading->bytes.data() + reading->at, taken);
    reading->at += taken;
    return static_cast<int>(taken);
}

Colour colour_at(const SavedImage& image, int width, int x, int y) {
    const GifColorType colour = image.ImageDesc.ColorMap->Colors[image.RasterBits[y * width + x]];
    return {colour.Red, colour.Green, colour.Blue, 255};
}

TEST(Gif, HasAFrameForEachPageInItsExactColours) {
    const std::vector<PdfPage> pages{page_of(rgb(0xffffff), rgb(0x2166ac)), page_of(rgb(0xffffff), rgb(0xc2571a))};
    const auto bytes = write_gif(pages, {2, 1.5F}, typesetter(), {});
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_EQ(*bytes, *write_gif(pages, {2, 1.5F}, typesetter(), {}));
    GifReading reading{*bytes};
    int failure = 0;
    GifFileType* const file = DGifOpen(&reading, take, &failure);
    ASSERT_NE(file, nullptr);
    ASSERT_EQ(DGifSlurp(file), GIF_OK);
    EXPECT_EQ(file->SWidth, 40);
    ASSERT_EQ(file->ImageCount, 2);
    EXPECT_EQ(colour_at(file->SavedImages[0], 40, 15, 5), rgb(0x2166ac));
    EXPECT_EQ(colour_at(file->SavedImages[1], 40, 15, 5), rgb(0xc2571a));
    EXPECT_EQ(colour_at(file->SavedImages[1], 40, 35, 19), rgb(0xffffff));
    GraphicsControlBlock control{};
    ASSERT_EQ(DGifSavedExtensionToGCB(file, 1, &control), GIF_OK);
    EXPECT_EQ(control.DelayTime, 150);
    DGifCloseFile(file, &failure);
}

TEST(Palette, KeepsFewColoursAsTheyAreAndManyWithinAStep) {
    Pixels few{3, 1, {0xff0000ffU, 0xff00ff00U, 0xff0000ffU}};
    EXPECT_EQ(indexed(few).colours.size(), 2U);
    Pixels many{64, 64, {}};
    for (std::uint32_t i = 0; i < 64 * 64; ++i)
        many.rgba.push_back(0xff000000U | (i % 64 * 4) | (i / 64 * 4) << 8U);
    const IndexedPixels picture = indexed(many);
    EXPECT_EQ(picture.colours.size(), 256U);
    for (std::size_t i = 0; i < many.rgba.size(); ++i) {
        const std::uint32_t shown = picture.colours.at(picture.indices.at(i));
        for (const unsigned shift : {0U, 8U, 16U})
            EXPECT_LE(
                std::abs(static_cast<int>(shown >> shift & 0xffU) - static_cast<int>(many.rgba[i] >> shift & 0xffU)),
                16);
    }
}

} // namespace
} // namespace attn
