#include "core/export/overlay.h"

#include "core/export/figure_set.h"
#include "core/files/file.h"
#include "tests/core/figure/figures.h"
#include "tests/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

// A figure that is built up in steps on slides.

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

/// The texts of a figure, each with its position.
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

/// The last cell completes its row and the matrix, and the last cell of a row its row.
TEST(Overlay, ShowsNothingTwice) {
    const Drawn drawn = Drawn::preset("by-hand");
    for (const Index row : {0, 2})
        for (const Index column : {0, 2}) {
            FigureRequest request = request_of("product", ArrayId::scores);
            request.row = row;
            request.column = column;
            const auto figures = overlay(request, drawn.source());
            ASSERT_TRUE(figures);
            for (std::size_t i = 1; i < figures->size(); ++i)
                EXPECT_NE(write(figures->at(i), FigureFormat::svg, 96, typesetter()).operator*(),
                          *write(figures->at(i - 1), FigureFormat::svg, 96, typesetter()))
                    << row << column << " page " << i + 1;
        }
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

/// The width and height of a PNG file, in pixels.
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

std::string bytes_of(const std::filesystem::path& file) {
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    return bytes.str();
}

TEST(Film, IsWrittenWhereASessionListsIt) {
    Session session =
        Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 1}}").session();
    for (const char* const name : {"moving", "steps", "still"}) {
        FigureRequest recipe = request_of("product", ArrayId::scores);
        recipe.name = name;
        recipe.dpi = 30;
        recipe.film = recipe.name == "moving";
        recipe.overlay = recipe.name == "steps";
        session.figures.push_back(recipe);
    }
    const Drawn drawn(session);
    const TemporaryFolder folder;
    const auto written =
        write_figure_set({FigureSet::Which::listed, {}, "svg"}, drawn.source(), font_folder(), folder / "all");
    ASSERT_TRUE(written) << written.error().message;
    for (const auto& [name, begin] :
         {std::pair("moving.gif", "GIF89a"), std::pair("steps.pdf", "%PDF"), std::pair("still.svg", "<svg")}) {
        EXPECT_NE(bytes_of(folder / "all" / name).substr(0, 200).find(begin), std::string::npos) << name;
    }
}

TEST(Film, SaysHowLongItShowsAStep) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const TemporaryFolder folder;
    FigureRequest request = request_of("product", ArrayId::scores);
    request.dpi = 30;
    const auto film_of = [&](float seconds) {
        request.seconds = seconds;
        EXPECT_TRUE(write_film(request, drawn.source(), folder / "a.gif", "png"));
        return bytes_of(folder / "a.gif");
    };
    const std::string one = film_of(1);
    const std::string quarter = film_of(0.25F);
    const std::string of_one("\x21\xf9\x04\x04\x64\x00", 6); // in hundredths of a second
    const std::string of_quarter("\x21\xf9\x04\x04\x19\x00", 6);
    EXPECT_NE(one.find(of_one), std::string::npos);
    EXPECT_NE(quarter.find(of_quarter), std::string::npos);
}

TEST(Film, WithoutASizeFillsAScreen) {
    const Drawn drawn = Drawn::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 1}}");
    const TemporaryFolder folder;
    FigureRequest request = request_of("product", ArrayId::scores);
    request.width.reset();
    ASSERT_TRUE(write_film(request, drawn.source(), folder / "frames", "png"));
    EXPECT_EQ(size_of_png(folder / "frames" / "frame-001.png"), std::pair(1920, 1080));
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
