#include "core/export/overlay.h"

#include "core/files/file.h"
#include "tests/core/figure/figures.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

// A figure that is built up on slides.

namespace attn {
namespace {

using test::Drawn;

FigureRequest request_of(std::string_view kind, ArrayId stage) {
    FigureRequest request;
    request.kind = kind;
    request.array = stage;
    request.width = 12;
    return request;
}

/// Each text with its place.
std::multiset<std::string> texts_of(const Figure& figure) {
    std::multiset<std::string> texts;
    for (const Item& item : figure.list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()))
            texts.insert(fmt::format("{} at {:.2f},{:.2f}", text->text, text->position.x, text->position.y));
    return texts;
}

TEST(Overlay, OfAProductHasPagesOfOneSizeAndLaterOnesSayAllThatEarlierOnesSaid) {
    const Drawn drawn = Drawn::preset("by-hand");
    for (const std::string_view kind : {"product", "softmax"}) {
        FigureRequest request = request_of(kind, kind == "product" ? ArrayId::scores : ArrayId::A);
        request.row = 0;
        const auto steps = overlay_steps(request, drawn.source());
        ASSERT_TRUE(steps);
        const auto figures = lay_out_steps(request, drawn.source(), *steps);
        ASSERT_TRUE(figures);
        ASSERT_EQ(figures->size(), 6U);
        EXPECT_EQ(figures->back().list.items.size(), drawn.figure(request).list.items.size());
        for (std::size_t i = 1; i < figures->size(); ++i) {
            const Figure& earlier = figures->at(i - 1);
            const Figure& later = figures->at(i);
            EXPECT_EQ(later.page.area, earlier.page.area);
            const auto before = texts_of(earlier);
            const auto after = texts_of(later);
            EXPECT_TRUE(std::ranges::includes(after, before)) << steps->at(i).name;
        }
        EXPECT_LT(texts_of(figures->front()).size(), texts_of(figures->back()).size());
    }
}

TEST(Overlay, IsWrittenAsNumberedFilesOrNotAtAll) {
    const Drawn drawn = Drawn::preset("by-hand");
    const TemporaryFolder folder;
    ASSERT_TRUE(write_overlay(request_of("product", ArrayId::scores), drawn.source(), folder / "steps", "svg"));
    for (const char* name :
         {"01-operands.svg", "02-row.svg", "03-terms.svg", "04-cell.svg", "05-row-of-cells.svg", "06-all.svg"})
        EXPECT_TRUE(std::filesystem::exists(folder / "steps" / name)) << name;
    const auto refused = write_overlay(request_of("lines", ArrayId::A), drawn.source(), folder / "none", "svg");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("product, softmax and equation"), std::string::npos);
    EXPECT_FALSE(write_overlay(request_of("product", ArrayId::scores), drawn.source(), folder / "a" / "b", "svg"));
    EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST(Overlay, BeginsWithTheCellsBeforeTheOneThatIsAskedFor) {
    const Drawn drawn = Drawn::preset("by-hand");
    FigureRequest request = request_of("product", ArrayId::scores);
    request.row = 1;
    request.column = 1;
    const auto steps = overlay_steps(request, drawn.source());
    ASSERT_TRUE(steps);
    EXPECT_EQ(steps->front().reveal->cells, 4); // a row of three, and one
}

/// Width and height of a PNG file.
std::pair<int, int> size_of_png(const std::filesystem::path& path) {
    const auto bytes = read_text_file(path);
    EXPECT_TRUE(bytes) << path;
    const auto number = [&](std::size_t at) {
        int value = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            value = value * 256 + static_cast<unsigned char>(bytes->at(i));
        return value;
    };
    return {number(16), number(20)};
}

TEST(Film, NamesInEachFrameTheCellThatIsOutlinedThere) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b', 'c'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const auto frames = film(request_of("product", ArrayId::scores), drawn.source());
    ASSERT_TRUE(frames);
    ASSERT_EQ(frames->size(), 11U); // operands, nine cells, all
    EXPECT_EQ(frames->front().caption.find("outlined"), std::string::npos) << "no cell is, there";
    for (std::size_t i = 0; i < 9; ++i) {
        const auto token = [](std::size_t place) {
            return fmt::format("{}\\textsubscript{{{}}}", "abc"[place], place + 1);
        };
        const std::string words = fmt::format("outlined: {} reads {}", token(i / 3), token(i % 3));
        EXPECT_NE(frames->at(i + 1).caption.find(words), std::string::npos) << words << frames->at(i + 1).caption;
    }
}

TEST(Film, HasFramesThatAVideoTakes) {
    const Drawn drawn = Drawn::preset("by-hand");
    const TemporaryFolder folder;
    for (const float width : {11.1F, 11.2F, 11.3F, 11.4F}) {
        FigureRequest request = request_of("product", ArrayId::scores);
        request.width = width;
        request.dpi = 101;
        const std::filesystem::path frames = folder / std::to_string(width);
        ASSERT_TRUE(write_film(request, drawn.source(), frames, "png"));
        const auto [wide, high] = size_of_png(frames / "frame-001.png");
        EXPECT_EQ(wide % 2, 0) << width;
        EXPECT_EQ(high % 2, 0) << width;
        EXPECT_EQ(size_of_png(frames / "frame-011.png"), std::pair(wide, high));
    }
}

} // namespace
} // namespace attn
