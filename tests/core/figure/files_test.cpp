#include "core/figure/heatmap.h"
#include "core/figure/pdf.h"
#include "core/figure/png.h"
#include "core/figure/raster.h"
#include "core/figure/svg.h"
#include "tests/core/figure/figures.h"
#include "tests/core/figure/fonts.h"

#include <cairo.h>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <glib.h>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <utility>

// Figures written to files: PNG, SVG and PDF.

namespace attn {
namespace {

constexpr float infinity_in_files = std::numeric_limits<float>::infinity();

/// A PNG file, read back.
class PngPicture {
public:
    explicit PngPicture(const std::string& bytes) : bytes_(bytes), surface_(nullptr, cairo_surface_destroy) {
        surface_.reset(cairo_image_surface_create_from_png_stream(read, this));
    }

    int width() const { return cairo_image_surface_get_width(surface_.get()); }
    int height() const { return cairo_image_surface_get_height(surface_.get()); }

    Colour at(float x, float y) const {
        const auto* row = cairo_image_surface_get_data(surface_.get()) +
                          static_cast<int>(y) * cairo_image_surface_get_stride(surface_.get());
        std::uint32_t word = 0;
        std::memcpy(&word, row + 4 * static_cast<int>(x), sizeof word);
        return rgb(word & 0xffffffU);
    }

private:
    static cairo_status_t read(void* self, unsigned char* data, unsigned length) {
        auto& picture = *static_cast<PngPicture*>(self);
        if (picture.at_ + length > picture.bytes_.size())
            return CAIRO_STATUS_READ_ERROR;
        std::memcpy(data, picture.bytes_.data() + picture.at_, length);
        picture.at_ += length;
        return CAIRO_STATUS_SUCCESS;
    }

    const std::string& bytes_;
    std::size_t at_ = 0;
    std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
};

Matrix waves(Index rows, Index columns) {
    std::vector<float> numbers;
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            numbers.push_back(3 * std::sin(static_cast<float>(i * 5 + j * 3)));
    return Matrix::adopt(numbers, rows, columns);
}

HeatmapOptions waves_heatmap(Index rows, Index columns, float cell) {
    HeatmapOptions options;
    options.matrix = waves(rows, columns);
    options.range = range_of(options.matrix, Palette::diverging);
    options.cell_width = options.cell_height = cell;
    options.numbers = CellNumbers::never;
    options.first_cell = CellId{0, ArrayId::scores, 0, 0, 0, 0};
    return options;
}

void expect_cells_in_their_colours(const HeatmapOptions& options, float scale) {
    const Heatmap heatmap = lay_out(options, typesetter());
    const Page page{heatmap.cells.grown(8), rgb(0xffffff)};
    const auto bytes = write_png(heatmap.list, page, scale, typesetter());
    ASSERT_TRUE(bytes);
    const PngPicture picture(*bytes);
    for (Index i = 0; i < heatmap.rows; ++i)
        for (Index j = 0; j < heatmap.columns; ++j) {
            const Point centre = heatmap.cell(i, j).centre() - Point{page.area.x, page.area.y};
            ASSERT_EQ(picture.at(centre.x * scale, centre.y * scale),
                      colour_map(Palette::diverging, Look::light).at(options.matrix(i, j), options.range))
                << i << " " << j;
        }
}

TEST(Png, HasTheMapsColoursAtTheCentresOfCells) {
    for (const float scale : {1.0F, 2.0F, 3.125F})
        expect_cells_in_their_colours(waves_heatmap(5, 7, 20), scale);
}

TEST(Png, HasTheMapsColoursWhereTheMatrixIsAnImage) {
    for (const float scale : {1.0F, 2.0F})
        expect_cells_in_their_colours(waves_heatmap(60, 70, 4), scale);
}

TEST(Png, LeavesNoSeamBetweenCells) {
    HeatmapOptions options = waves_heatmap(4, 4, 10);
    options.matrix = Matrix::zeros(4, 4);
    options.look = Look::dark;
    const Heatmap heatmap = lay_out(options, typesetter());
    const auto bytes = write_png(heatmap.list, {heatmap.cells, rgb(0xffffff)}, 3.37F, typesetter());
    ASSERT_TRUE(bytes);
    const PngPicture picture(*bytes);
    for (int x = 2; x < picture.width() - 3; ++x)
        ASSERT_EQ(picture.at(static_cast<float>(x), 20), theme(Look::dark).zero) << x;
}

TEST(Png, ShowsAHotCellHoweverSmall) {
    HeatmapOptions options = waves_heatmap(1, 1, 0.125F);
    options.matrix = Matrix::zeros(512, 512).with_cell(301, 77, 4);
    options.range = range_of(options.matrix, Palette::diverging);
    const Heatmap heatmap = lay_out(options, typesetter());
    const auto bytes = write_png(heatmap.list, {heatmap.cells, rgb(0xffffff)}, 1, typesetter());
    ASSERT_TRUE(bytes);
    EXPECT_EQ(PngPicture(*bytes).at(77 / 8.0F, 301 / 8.0F), theme(Look::light).positive);
}

TEST(Png, SaysHowManyDotsAnInchItHas) {
    const Heatmap heatmap = lay_out(waves_heatmap(2, 2, 20), typesetter());
    const auto bytes = write_png(heatmap.list, {heatmap.cells, {}}, 3.125F, typesetter()); // 300 dpi
    ASSERT_TRUE(bytes);
    const std::size_t chunk = bytes->find("pHYs");
    ASSERT_EQ(chunk, 37U);
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>((*bytes)[chunk + 4 + i]); };
    EXPECT_EQ(byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3), 11811);
    EXPECT_EQ(byte(8), 1);
}

TEST(Png, RefusesPicturesThatAreEmptyOrTooLarge) {
    EXPECT_FALSE(write_png({}, {{0, 0, 0, 0}, {}}, 1, typesetter()));
    EXPECT_FALSE(write_png({}, {{0, 0, 1e9F, 10}, {}}, 1, typesetter()));
    EXPECT_FALSE(write_png({}, {{0, 0, std::nanf(""), 10}, {}}, 1, typesetter()));
}

/// A figure with items of every kind.
DisplayList full_figure() {
    HeatmapOptions options = waves_heatmap(6, 6, 44);
    options.numbers = CellNumbers::fitting;
    options.mask = Matrix::zeros(6, 6).with_cell(0, 5, -infinity_in_files);
    options.rows = {{"the", "cat", "数据", "مرحبا", "<naïve> & \"co\"", "🙂"}, "queries: who reads", 1, "token:"};
    options.columns = options.rows;
    options.colour_bar = true;
    options.outlines = chosen_cell(2, 2, {6, 6});
    DisplayList list = lay_out(options, typesetter()).list;
    list.append(lay_out(waves_heatmap(60, 60, 4), typesetter()).list, {500, 0}, Box{500, 0, 100, 100});
    return list;
}

TEST(Png, IsPaintedInBandsAsItIsInOnePiece) {
    DisplayList list = full_figure();
    for (int i = 0; i < 80; ++i) { // lines whose tips reach far beyond their corners
        const Point turn{600 + 5 * static_cast<float>(i % 20), 20 + 5 * static_cast<float>(i)};
        Path path;
        path.points = {turn - Point{3, 20}, turn, turn + Point{3, -20}};
        path.stroke = {rgb(0x336699), 3};
        list.add(std::move(path));
    }
    const Page page = page_around(list, typesetter(), 16, rgb(0xffffff));
    constexpr float scale = 4;
    const auto whole = rasterise(list, page, scale, typesetter());
    ASSERT_TRUE(whole);
    ASSERT_GT(cairo_image_surface_get_width(whole->get()) * cairo_image_surface_get_height(whole->get()), 3 << 20);
    const auto rows_of = [](const Result<std::string>& png) { return png->substr(png->find("IDAT")); };
    EXPECT_TRUE(rows_of(write_png(list, page, scale, typesetter())) == rows_of(encode_png(opaque_pixels(*whole))));
}

TEST(Files, OfEqualFiguresAreEqualByteForByte) {
    const DisplayList list = full_figure();
    const Page page = page_around(list, typesetter(), 16, rgb(0xffffff));
    const auto other = Typesetter::open(font_folder());
    ASSERT_TRUE(other);
    EXPECT_EQ(*write_png(list, page, 2, typesetter()), *write_png(full_figure(), page, 2, *other));
    EXPECT_EQ(*write_svg(list, page, 1, typesetter()), *write_svg(full_figure(), page, 1, *other));
    EXPECT_EQ(*write_pdf(list, page, 1, "A", typesetter()), *write_pdf(full_figure(), page, 1, "A", *other));
}

bool is_well_formed(const std::string& xml, std::string& reason) {
    const GMarkupParser silent{};
    const std::unique_ptr<GMarkupParseContext, void (*)(GMarkupParseContext*)> context(
        g_markup_parse_context_new(&silent, GMarkupParseFlags{}, nullptr, nullptr), g_markup_parse_context_free);
    GError* failure = nullptr;
    const bool parsed =
        g_markup_parse_context_parse(context.get(), xml.data(), static_cast<gssize>(xml.size()), &failure) != FALSE &&
        g_markup_parse_context_end_parse(context.get(), &failure) != FALSE;
    if (failure != nullptr) {
        reason = failure->message;
        g_error_free(failure);
    }
    return parsed;
}

TEST(Svg, IsWellFormedWithRealTextsAndRectangles) {
    const DisplayList list = full_figure();
    const auto svg = write_svg(list, page_around(list, typesetter(), 16, rgb(0xffffff)), 1, typesetter());
    ASSERT_TRUE(svg);
    std::string reason;
    EXPECT_TRUE(is_well_formed(*svg, reason)) << reason;
    for (const char* part :
         {">数据</text>", ">مرحبا</text>", ">🙂</text>", ">&lt;naïve&gt; &amp; &quot;co&quot;</text>",
          "data:image/png", R"(data-target="cell:scores/1[2,3]")", R"(data-target="token:3")",
          "clip-path=", "image-rendering:pixelated"})
        EXPECT_NE(svg->find(part), std::string::npos) << part;
    const Colour cell =
        colour_map(Palette::diverging, Look::light).at(waves(6, 6)(1, 2), range_of(waves(6, 6), Palette::diverging));
    EXPECT_NE(svg->find(fmt::format(R"(<rect x="88" y="44" width="44.5" height="44.5" fill="#{:02x}{:02x}{:02x}")",
                                    cell.r, cell.g, cell.b)),
              std::string::npos);
}

TEST(Svg, SurvivesHostileLetters) {
    DisplayList list;
    Text text;
    text.colour = rgb(0);
    text.text = std::string("]]><script>\x01\x1f\xff\xc3 \xef\xbf\xbf</text>") + '\0' + "&#0;";
    list.add(text, text.text);
    const auto svg = write_svg(list, {{0, 0, 10, 10}, {}}, 1, typesetter());
    ASSERT_TRUE(svg);
    std::string reason;
    EXPECT_TRUE(is_well_formed(*svg, reason)) << reason;
    EXPECT_EQ(svg->find("<script"), std::string::npos);
}

TEST(Svg, HasTheSizeThatIsAskedFor) {
    const auto svg = write_svg({}, {{-4, -8, 100, 50}, {}}, 2, typesetter());
    ASSERT_TRUE(svg);
    EXPECT_NE(svg->find(R"(width="200" height="100" viewBox="-4 -8 100 50")"), std::string::npos);
}

/// An emoji within a word, in colour or in grey.
DisplayList word_with_emoji(bool grey) {
    DisplayList list;
    Text word;
    word.text = "so🙂so";
    word.font.size = 40;
    word.colour = rgb(0x1d1d1f);
    list.add(word);
    if (grey)
        make_grey(list.items);
    return list;
}

int colourfulness(const std::string& png) {
    int most = 0;
    const PngPicture picture(png);
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const Colour pixel = picture.at(static_cast<float>(x), static_cast<float>(y));
            const auto [least, greatest] = std::minmax({pixel.r, pixel.g, pixel.b});
            most = std::max(most, greatest - least);
        }
    return most;
}

TEST(Files, OfGreyFiguresHaveGreysAlone) {
    const test::Drawn drawn = test::Drawn::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot'], 'sizes': "
                                                "{'d_model': 4, 'heads': 2}, 'mask': {'causal': true}}");
    for (const std::string_view kind : {"heads", "token", "softmax", "sum", "pipeline", "linear-map", "values"})
        for (const bool dark : {false, true}) {
            FigureRequest request;
            request.kind = kind;
            request.palette = FigurePalette::grey;
            request.dark = dark;
            EXPECT_EQ(colourfulness(test::bytes_of(drawn.figure(request), FigureFormat::png, 96)), 0) << kind;
        }
}

TEST(Files, ForPrintHaveNoColouredEmoji) {
    const DisplayList coloured = word_with_emoji(false);
    const DisplayList grey = word_with_emoji(true);
    const Page page = page_around(coloured, typesetter(), 16, rgb(0xffffff));
    if (colourfulness(*write_png(coloured, page, 2, typesetter())) < 50)
        GTEST_SKIP() << "no emoji font";
    constexpr int tint_of_ink = 2;
    const std::string png = *write_png(grey, page, 2, typesetter());
    EXPECT_LE(colourfulness(png), tint_of_ink);
    // The smile is visible in grey, between paper and ink.
    const PngPicture picture(png);
    const Box word = typesetter().box(std::get<Text>(grey.items[0].shape()));
    const Point face = word.centre() - Point{page.area.x, page.area.y};
    EXPECT_GT(picture.at(face.x * 2, face.y * 2).g, 120);
    EXPECT_LT(picture.at(face.x * 2, face.y * 2).g, 230);

    const auto takes_colours_off = [&](const DisplayList& list) {
        return write_svg(list, page, 1, typesetter())
                   ->find("<text x=\"0\" y=\"0\" class=\"s\" font-size=\"40\" filter=") != std::string::npos;
    };
    EXPECT_TRUE(takes_colours_off(grey));
    EXPECT_FALSE(takes_colours_off(coloured));
    const auto blends = [&](const DisplayList& list) {
        return write_pdf(list, page, 1, "A", typesetter())->find("/BM /Saturation") != std::string::npos;
    };
    EXPECT_TRUE(blends(grey));
    EXPECT_FALSE(blends(coloured));
}

TEST(Pdf, IsOneWithAFixedDateAndEmbeddedFonts) {
    const DisplayList list = full_figure();
    const auto pdf = write_pdf(list, page_around(list, typesetter(), 16, rgb(0xffffff)), 1, "Scores", typesetter());
    ASSERT_TRUE(pdf);
    EXPECT_TRUE(pdf->starts_with("%PDF-"));
    EXPECT_TRUE(pdf->find("%%EOF") != std::string::npos);
}

} // namespace
} // namespace attn
