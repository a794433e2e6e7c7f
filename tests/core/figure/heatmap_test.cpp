#include "core/figure/heatmap.h"

#include "core/figure/colour_bar.h"
#include "tests/core/figure/fonts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <limits>
#include <map>

namespace attn {
namespace {

constexpr float infinity_of_heatmaps = std::numeric_limits<float>::infinity();

HeatmapOptions options_of(Matrix matrix) {
    HeatmapOptions options;
    options.range = range_of(matrix, Palette::diverging);
    options.matrix = std::move(matrix);
    options.first_cell = CellId{0, ArrayId::scores, 0, 0, 0, 0};
    return options;
}

std::vector<Text> texts(const DisplayList& list) {
    std::vector<Text> found;
    for (const Item& item : list.items)
        if (const auto* text = std::get_if<Text>(&item.shape()))
            found.push_back(*text);
    return found;
}

std::vector<std::string> words(const DisplayList& list) {
    std::vector<std::string> found;
    for (const Text& text : texts(list))
        found.push_back(text.text);
    return found;
}

bool has_word(const DisplayList& list, std::string_view word) {
    return std::ranges::count(words(list), word) > 0;
}

const Rectangle& rectangle_of(const DisplayList& list, const CellId& cell) {
    const auto item = std::ranges::find(list.items, Target(cell), &Item::target);
    return std::get<Rectangle>(item->shape());
}

TEST(Heatmap, NumbersOnOnePlainGroundHaveTheInkOfThatGround) {
    for (const auto& matrix : {Matrix::from_rows({{-2, 0, 2}}), Matrix::from_rows({{0.2F, 0.5F, 1}})}) {
        auto options = options_of(matrix);
        options.is_plain = true;
        options.numbers = CellNumbers::always;
        options.range.low = 0.2F; // a range without zero
        const Heatmap map = lay_out(options, typesetter());
        const Colour ground = rectangle_of(map.list, {0, ArrayId::scores, 0, 0, 0, 0}).fill;
        EXPECT_EQ(ground, colour_map(Palette::diverging, Look::light).at(0, Range{}));
        int numbers = 0;
        for (const Item& item : map.list.items)
            if (std::holds_alternative<ShownNumber>(item.says)) {
                EXPECT_EQ(std::get<Text>(item.shape()).colour, ink_on(ground));
                ++numbers;
            }
        EXPECT_EQ(numbers, 3);
    }
}

TEST(Heatmap, CellsStandOnThePixelGridInTheMapsColours) {
    const auto options = options_of(Matrix::from_rows({{-1, 2, 0}, {4, -4, 1}}));
    const Heatmap heatmap = lay_out(options, typesetter());
    EXPECT_EQ(heatmap.cells, (Box{0, 0, 132, 88}));
    for (Index i = 0; i < 2; ++i)
        for (Index j = 0; j < 3; ++j) {
            const Rectangle& cell = rectangle_of(heatmap.list, {0, ArrayId::scores, 0, 0, i, j});
            EXPECT_EQ(cell.box, (Box{static_cast<float>(j) * 44, static_cast<float>(i) * 44, 44, 44}));
            EXPECT_EQ(cell.box, heatmap.cell(i, j));
            EXPECT_EQ(cell.fill, colour_map(Palette::diverging, Look::light).at(options.matrix(i, j), options.range));
            EXPECT_EQ(heatmap.cell_at(cell.box.centre()), std::pair(i, j));
        }
    EXPECT_FALSE(heatmap.cell_at({-1, 5}));
    EXPECT_FALSE(heatmap.cell_at({132, 5}));
}

TEST(Heatmap, TransposedCellsStillStandForTheStoredOnes) {
    auto options = options_of(Matrix::from_rows({{-1, 2, 0}, {4, -4, 1}}));
    options.transposed = true;
    const Heatmap heatmap = lay_out(options, typesetter());
    EXPECT_EQ(heatmap.rows, 3);
    EXPECT_EQ(hit(heatmap.list, heatmap.cell(2, 0).centre(), typesetter()),
              Target(CellId{0, ArrayId::scores, 0, 0, 0, 2}));
}

TEST(Heatmap, ShowsNumbersWhereTypeThatCanBeReadHasRoom) {
    auto options = options_of(Matrix::from_rows({{-1.234F, 2}}));
    EXPECT_TRUE(has_word(lay_out(options, typesetter()).list, "−1.23"));
    for (const Point cell : {Point{34, 17}, Point{32, 12}}) {
        options.cell_width = cell.x;
        options.cell_height = cell.y;
        const Heatmap heatmap = lay_out(options, typesetter());
        EXPECT_TRUE(has_word(heatmap.list, "−1.23")) << cell.x;
        for (const Text& text : texts(heatmap.list)) {
            EXPECT_GE(text.font.size, 8) << cell.x;
            EXPECT_LE(typesetter().measure(text).width, cell.x - 4) << cell.x;
        }
    }
    for (const Point cell : {Point{22, 40}, Point{40, 11}}) {
        options.cell_width = cell.x;
        options.cell_height = cell.y;
        EXPECT_FALSE(has_word(lay_out(options, typesetter()).list, "−1.23")) << cell.x;
    }
    options.numbers = CellNumbers::always;
    EXPECT_TRUE(has_word(lay_out(options, typesetter()).list, "−1.23"));
}

TEST(Heatmap, NumbersFitTheirCells) {
    auto options = options_of(Matrix::from_rows({{-12345.678F, 1}, {2, 0.000001F}}));
    for (const float width : {34.0F, 44.0F, 72.0F}) {
        options.cell_width = width;
        for (const Text& text : texts(lay_out(options, typesetter()).list))
            EXPECT_LE(typesetter().measure(text).width, width);
    }
}

TEST(Heatmap, MaskedCellsAreHatchedAndEmpty) {
    auto options = options_of(Matrix::from_rows({{1, 7.5F}, {2, 3}}));
    options.mask = Matrix::from_rows({{0, -infinity_of_heatmaps}, {0, 0}});
    const Heatmap heatmap = lay_out(options, typesetter());
    const Rectangle& masked = rectangle_of(heatmap.list, {0, ArrayId::scores, 0, 0, 0, 1});
    EXPECT_TRUE(masked.hatch.visible());
    EXPECT_EQ(masked.fill, theme(Look::light).masked);
    EXPECT_FALSE(has_word(heatmap.list, "7.50"));
    EXPECT_FALSE(rectangle_of(heatmap.list, {0, ArrayId::scores, 0, 0, 0, 0}).hatch.visible());
}

TEST(Heatmap, MarksNumbersThatAreNoneEvenInSmallCells) {
    auto options = options_of(Matrix::from_rows({{1, std::nanf("")}, {infinity_of_heatmaps, -infinity_of_heatmaps}}));
    options.cell_width = options.cell_height = 20;
    const Heatmap heatmap = lay_out(options, typesetter());
    EXPECT_TRUE(has_word(heatmap.list, "NaN"));
    EXPECT_TRUE(has_word(heatmap.list, "∞"));
    EXPECT_TRUE(has_word(heatmap.list, "−∞"));
    EXPECT_FALSE(has_word(heatmap.list, "1.00"));
}

TEST(Heatmap, LargeOnesAreOneImageOverOneHatching) {
    auto options = options_of(Matrix::zeros(100, 100));
    options.mask = Matrix::zeros(100, 100);
    options.cell_width = options.cell_height = 4;
    const Heatmap heatmap = lay_out(options, typesetter());
    EXPECT_EQ(std::ranges::count_if(heatmap.list.items,
                                    [](const Item& item) { return std::holds_alternative<Image>(item.shape()); }),
              1);
    EXPECT_LT(heatmap.list.items.size(), 10U);
    EXPECT_EQ(hit(heatmap.list, heatmap.cell(99, 3).centre(), typesetter()),
              Target(CellId{0, ArrayId::scores, 0, 0, 99, 3}));
}

TEST(Heatmap, SetsNumbersOnlyWhereTheyCanBeSeen) {
    auto options = options_of(Matrix::zeros(1000, 1000));
    options.rows.labels = counted(1000);
    options.visible = Box{440, 440, 88, 44};
    const auto shown = texts(lay_out(options, typesetter()).list);
    EXPECT_EQ(shown.size(), 2U + 1U); // two cells of one row, and the row's label
}

TEST(Heatmap, LabelsStandBesideTheirCellsAndNameTheirTokens) {
    auto options = options_of(Matrix::zeros(2, 2));
    options.rows = {{"rose", "is"}, "queries: who reads", 1, "token:"};
    options.columns = {{"rose", "is"}, "keys: who is read", {}, ""};
    const Heatmap heatmap = lay_out(options, typesetter());
    const auto row = find(heatmap.list, "token:2", typesetter());
    ASSERT_TRUE(row);
    EXPECT_LT(row->right(), 0);
    EXPECT_NEAR(row->centre().y, heatmap.cell(1, 0).centre().y, 2);
    for (const Text& text : texts(heatmap.list)) {
        if (text.text == "is" && text.position.y > heatmap.cells.bottom())
            EXPECT_EQ(text.position.x, heatmap.cell(0, 1).centre().x);
        if (text.text == "is" && text.position.x < 0)
            EXPECT_EQ(text.font.weight, FontWeight::semibold);
    }
    EXPECT_TRUE(has_word(heatmap.list, "queries: who reads"));
    EXPECT_TRUE(has_word(heatmap.list, "keys: who is read"));
}

TEST(Heatmap, LabelsDoNotOverlapEachOther) {
    for (const float cell : {1.0F, 6.0F, 14.0F, 44.0F})
        for (const bool numbers : {false, true}) {
            auto options = options_of(Matrix::zeros(40, 40));
            options.numbers = CellNumbers::never;
            options.cell_width = options.cell_height = cell;
            options.columns.labels = numbers ? counted(40) : std::vector<std::string>(40, "supercalifragilistic");
            options.columns.emphasised = 21;
            options.rows = options.columns;
            const auto shown = texts(lay_out(options, typesetter()).list);
            EXPECT_GE(shown.size(), 2U);
            for (std::size_t a = 0; a < shown.size(); ++a)
                for (std::size_t b = a + 1; b < shown.size(); ++b) {
                    const Box shared = common(typesetter().box(shown[a]), typesetter().box(shown[b]));
                    EXPECT_LE(std::min(shared.width, shared.height), 3) << shown[a].text << " " << shown[b].text;
                }
        }
}

bool is_upright(const Text& text) {
    return text.direction == Direction::upright;
}

TEST(Heatmap, LongColumnLabelsAreTurnedAndNumbersThinned) {
    auto options = options_of(Matrix::zeros(2, 30));
    options.cell_width = 20;
    options.columns.labels = std::vector<std::string>(30, "chrysanthemum");
    const auto upright = texts(lay_out(options, typesetter()).list);
    EXPECT_EQ(upright.size(), 30U);
    EXPECT_TRUE(std::ranges::all_of(upright, is_upright));
    options.cell_width = 5;
    options.columns.labels = counted(30);
    const auto thinned = texts(lay_out(options, typesetter()).list);
    EXPECT_LT(thinned.size(), 10U);
    EXPECT_TRUE(std::ranges::none_of(thinned, is_upright));
}

TEST(Heatmap, OutlinesChosenCellAndPartner) {
    auto options = options_of(Matrix::zeros(6, 6));
    options.outlines = chosen_cell(4, 1, {6, 6});
    options.outlines.push_back({1, 1, 1, 1, Outline::Kind::dashed});
    const Heatmap heatmap = lay_out(options, typesetter());
    const auto& last = std::get<Rectangle>(heatmap.list.items.back().shape());
    EXPECT_EQ(last.box, heatmap.cell(4, 1));
    EXPECT_EQ(last.stroke, (Stroke{theme(Look::light).ink, 2}));
    EXPECT_EQ(std::ranges::count_if(heatmap.list.items,
                                    [](const Item& item) {
                                        const auto* around = std::get_if<Rectangle>(&item.shape());
                                        return around != nullptr && around->stroke.style == LineStyle::dashed;
                                    }),
              1);
}

TEST(Heatmap, NameStandsWhereItIsAskedForWithTheShape) {
    auto options = options_of(Matrix::zeros(6, 4));
    options.name.width = 20;
    options.name.ascent = 14;
    options.name_place = NamePlace::above;
    const Heatmap heatmap = lay_out(options, typesetter());
    const auto shown = texts(heatmap.list);
    const auto shape = std::ranges::find(shown, "6×4", &Text::text);
    ASSERT_NE(shape, shown.end());
    EXPECT_LT(shape->position.y, heatmap.cells.y);
    EXPECT_GT(shape->position.x, 20);
}

TEST(ColourBar, IsCutAtTheTrueEndsOfTheDataAndMarksZero) {
    ColourBar bar;
    bar.range = {.low = -3.93F, .high = 3.93F, .data_low = -3.93F, .data_high = 3.79F};
    const DisplayList list = lay_out(bar);
    for (const char* word : {"3.79", "0", "−3.93", "this matrix"})
        EXPECT_TRUE(has_word(list, word)) << word;
    const auto& first = std::get<Rectangle>(list.items.front().shape());
    EXPECT_NE(first.fill, theme(Look::light).positive);
    EXPECT_GT(contrast(first.fill, theme(Look::light).zero), 3);
}

/// The texts beside a bar's ticks, from its upper end.
std::vector<std::string> ticks_of(const ColourBar& bar) {
    const DisplayList list = lay_out(bar);
    std::map<float, std::string> found;
    for (const Item& item : list.items)
        if (const auto* const tick = std::get_if<Path>(&item.shape()))
            for (const Text& text : texts(list))
                if (text.position.y == tick->points.front().y)
                    found.emplace(text.position.y, text.text);
    std::vector<std::string> labels;
    for (const auto& [y, label] : found)
        labels.push_back(label);
    return labels;
}

TEST(ColourBar, HasTicksAtRoundNumbers) {
    using testing::ElementsAre;
    ColourBar bar;
    bar.range = {.low = -4, .high = 4, .data_low = -4, .data_high = 4};
    EXPECT_THAT(ticks_of(bar), ElementsAre("2", "0", "−2"));
    bar.range = {.low = -3.93F, .high = 3.93F, .data_low = -3.93F, .data_high = 3.79F};
    EXPECT_THAT(ticks_of(bar), ElementsAre("2", "0", "−2"));
    bar.range = {.low = -250, .high = 250, .data_low = 0, .data_high = 237};
    EXPECT_THAT(ticks_of(bar), ElementsAre("200", "150", "100", "50"));
    bar.height = lowest_colour_bar;
    EXPECT_THAT(ticks_of(bar), ElementsAre("100")) << "a low bar has room for fewer";
    bar.range = {.low = 0, .high = 1, .data_low = 0.12F, .data_high = 0.31F};
    EXPECT_THAT(ticks_of(bar), ElementsAre("0.2"));
    bar.range = {.low = 0, .high = 0, .data_low = 0, .data_high = 0};
    EXPECT_THAT(ticks_of(bar), ElementsAre());
}

TEST(ColourBar, HasTicksOnlyWhereThereIsRoomForTheirNumbers) {
    ColourBar bar;
    bar.range = {.low = -4, .high = 4, .data_low = -4, .data_high = 0.1F};
    EXPECT_FALSE(has_word(lay_out(bar), "0"));
    EXPECT_THAT(ticks_of(bar), testing::ElementsAre("−1", "−2", "−3")) << "a tick without a number says nothing";
}

TEST(ColourBar, OfDataAboveZeroShowsNoNegativeColours) {
    ColourBar bar;
    bar.range = {.low = -5, .high = 5, .data_low = 1, .data_high = 5};
    EXPECT_FALSE(has_word(lay_out(bar), "0"));
    EXPECT_TRUE(has_word(lay_out(bar), "1.00"));
}

TEST(ColourBar, SaysWhereDataGoBeyondAFixedRange) {
    ColourBar bar;
    bar.range = {.low = -1, .high = 1, .data_low = -0.5F, .data_high = 9, .source = RangeSource::fixed};
    const DisplayList list = lay_out(bar);
    EXPECT_TRUE(has_word(list, "≥ 1.00"));
    EXPECT_TRUE(has_word(list, "−1.00")) << "its end is the one that was asked for";
    EXPECT_TRUE(has_word(list, "fixed −1.00 to 1.00"));
}

TEST(ColourBar, OfSharesIsCutAtTheDataAndSaysThatItsColoursGoFromNoughtToOne) {
    ColourBar bar;
    bar.palette = Palette::attention;
    bar.range = range_of(Matrix::from_rows({{0.2F, 0.5F}}), Palette::attention);
    const DisplayList list = lay_out(bar);
    for (const char* word : {"0.20", "0.50", "of 0 to 1"})
        EXPECT_TRUE(has_word(list, word)) << word;
    EXPECT_FALSE(has_word(list, "1.00"));
    const auto& first = std::get<Rectangle>(list.items.front().shape());
    EXPECT_NE(first.fill, theme(Look::light).attention_high);
}

} // namespace
} // namespace attn
