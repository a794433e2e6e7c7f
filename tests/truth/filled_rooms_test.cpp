// Pictures use their room: numbers where matrices have room below each other, words in windows of any size, and pages,
// stages and walls that are filled.

#include "core/figure/figure.h"
#include "core/figure/pictures/enlarged_picture.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"

#include <algorithm>
#include <array>
#include <gmock/gmock.h>
#include <set>

namespace attn {
namespace {

using test::Shown;

Shown long_words() {
    return Shown::json("{'version': 1, 'seed': 7, 'tokens': ['transformers', 'understand', 'multiplication'], 'sizes': "
                       "{'d_model': 4, 'heads': 2}}");
}

Shown one_head() {
    return Shown::json("{'version': 1, 'seed': 7, 'tokens': ['rose', 'is', 'a', 'rose'], 'sizes': {'d_model': 4, "
                       "'heads': 1}}");
}

Shown eight_heads() {
    return Shown::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {'d_model': 16, "
                       "'heads': 8}}");
}

Shown scripts() {
    Shown shown =
        Shown::json("{'version': 1, 'seed': 7, 'tokens': ['Größe', '注意力', '🙂', 'Grüße'], 'sizes': "
                    "{'d_model': 6, 'heads': 2}, 'positions': 'sinusoidal'}");
    shown.in_notation_of("Txd");
    return shown;
}

Figure figure_of(Shown& shown, std::string_view kind, FigureFit fit) {
    FigureRequest request;
    request.kind = kind;
    request.fit = fit;
    auto figure = lay_out(with_size(request), {shown.session(), shown.trace(), typesetter()});
    EXPECT_TRUE(figure) << kind << ": " << (figure ? "" : figure.error().message);
    if (!figure)
        return {};
    EXPECT_THAT(test::layout_complaints(figure->list, figure->page.area), testing::IsEmpty()) << kind;
    return *std::move(figure);
}

void expect_numbers(Shown shown, std::initializer_list<const char*> kinds, FigureFit fit) {
    for (const char* const kind : kinds)
        EXPECT_FALSE(figure_of(shown, kind, fit).list.lacks_numbers) << kind;
}

TEST(FilledRooms, MatricesGoBelowEachOtherBeforeTheirNumbersAreGivenUp) {
    expect_numbers(long_words(), {"fused", "product", "one-head", "differences"}, FigureFit::column);
    expect_numbers(scripts(), {"spread", "wrong-axis", "one-head"}, FigureFit::column);
    expect_numbers(one_head(), {"values"}, FigureFit::column);
    expect_numbers(eight_heads(), {"one-head"}, FigureFit::column);
}

TEST(FilledRooms, OfASlideHaveTheNumbersOfTheScores) {
    expect_numbers(long_words(), {"spread", "token"}, FigureFit::slide);
    expect_numbers(scripts(), {"spread", "token"}, FigureFit::slide);
}

TEST(FilledRooms, HeadsOfOneTokenGiveWayBeforeItsNumbers) {
    Shown shown = long_words();
    EXPECT_FALSE(figure_of(shown.in_notation_of("nxd"), "token", FigureFit::column).list.lacks_numbers);
    Shown many = eight_heads();
    EXPECT_FALSE(figure_of(many, "token", FigureFit::text).list.lacks_numbers);
    EXPECT_FALSE(figure_of(many, "token", FigureFit::slide).list.lacks_numbers);
}

/// The share of the page's width that a figure's matrices and boxes span.
float share_of_width(const Figure& figure) {
    Box all;
    for (const Item& item : figure.list.items)
        if (!std::holds_alternative<Text>(item.shape()) && !std::holds_alternative<FormulaMark>(item.shape()))
            all = all.empty() ? bounds(item, typesetter()) : united(all, bounds(item, typesetter()));
    return all.width / figure.page.area.width;
}

TEST(FilledRooms, OfAPageAreFilledByDiagramsAndShapes) {
    for (const auto& make : {long_words, one_head}) {
        Shown shown = make();
        for (const char* const kind : {"pipeline", "shapes"})
            EXPECT_GE(share_of_width(figure_of(shown, kind, FigureFit::text)), 0.7F) << kind;
    }
    Shown many = eight_heads();
    EXPECT_GE(share_of_width(figure_of(many, "pipeline", FigureFit::text)), 0.7F);
}

TEST(FilledRooms, CellsOfAMatrixThatIsReadByWordsAreSquare) {
    Shown shown = eight_heads();
    const Figure figure = figure_of(shown, "writing", FigureFit::column);
    for (const Item& item : figure.list.items)
        if (std::holds_alternative<ShownColours>(item.says)) {
            const Box matrix = bounds(item, typesetter());
            EXPECT_NEAR(matrix.width / matrix.height, 1, 0.05F);
        }
}

TEST(FilledRooms, NameEachRowOfASmallWindow) {
    constexpr Box small{24, 24, 395, 300};
    Shown shown = Shown::preset("why-scale");
    for (const auto& [array, id] :
         {std::pair(ArrayId::Q, PictureId::product), std::pair(ArrayId::scores, PictureId::product),
          std::pair(ArrayId::scaled, PictureId::spread), std::pair(ArrayId::A, PictureId::wrong_axis),
          std::pair(ArrayId::X, PictureId::equation)})
        EXPECT_FALSE(shown.at(array).draw(id, small).lacks_words) << row_of(array).name << " as " << id.name;
    Shown letters = Shown::preset("eight-heads");
    EXPECT_FALSE(letters.at(ArrayId::Q).draw(PictureId::product, {24, 24, 790, 520}).lacks_words);
    const DisplayList sum = letters.at(ArrayId::Y).draw(PictureId::sum, {24, 24, 790, 520});
    EXPECT_TRUE(!sum.lacks_words || test::says(sum, "too low for the names"));
}

/// The picture on a wall of that height.
DisplayList on_wall(Shown& shown, ArrayId array, PictureId id, const Box& area, float height, float text = 1) {
    constexpr float usual = 400;
    ViewState& view = shown.at(array).view_state();
    view.picture = id;
    view.is_enlarged = true;
    view.smallest_number = 0.02F * height / 0.7275F; // digits are 0.7275 em high
    DisplayList list;
    draw_enlarged(list, shown.drawing(), picture(id), area, text * height / usual);
    EXPECT_THAT(test::layout_complaints(list, area.grown(24)), testing::IsEmpty()) << id.name;
    return list;
}

TEST(FilledRooms, OfAWallHaveNumbersThatAreReadFromTheLastRow) {
    constexpr Box wall{24, 24, 1872, 880};
    constexpr Box low_wall{24, 24, 976, 590};
    Shown words = Shown::preset("who-and-where");
    EXPECT_FALSE(on_wall(words, ArrayId::Y, PictureId::sum, wall, 1080).lacks_numbers);
    EXPECT_FALSE(on_wall(words, ArrayId::concat, PictureId::joined, wall, 1080).lacks_numbers);
    EXPECT_FALSE(on_wall(words, ArrayId::X, PictureId::equation, low_wall, 768).lacks_numbers);
    EXPECT_FALSE(on_wall(words, ArrayId::A, PictureId::softmax, {24, 24, 640, 590}, 768).lacks_numbers);
    EXPECT_FALSE(on_wall(words, ArrayId::A, PictureId::softmax, {24, 24, 976, 420}, 768).lacks_numbers);
    EXPECT_FALSE(on_wall(words, ArrayId::A, PictureId::softmax, low_wall, 768, 1.44F).lacks_numbers)
        << "larger words took the room of numbers";
    Shown scale = Shown::preset("why-scale");
    EXPECT_FALSE(on_wall(scale, ArrayId::X, PictureId::equation, wall, 1080).lacks_numbers);
}

TEST(FilledRooms, WordsOfALinearMapAreRatherWholeThanNumbers) {
    Shown shown = long_words();
    const Figure figure = figure_of(shown, "linear-map", FigureFit::slide);
    EXPECT_EQ(test::count_of(figure.list, "multiplication₃"), 2U);
}

TEST(FilledRooms, AFaceStandsUprightAmongTurnedWords) {
    Shown shown = scripts();
    const Figure figure = figure_of(shown, "heads", FigureFit::column);
    for (const Item& item : figure.list.items)
        if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && text->text == "🙂")
            EXPECT_EQ(text->direction, Direction::level);
}

TEST(FilledRooms, FormulasOfNotesAreOfOneSize) {
    for (const char* const notation : {"paper", "nxd", "illustrated"}) {
        Shown shown = long_words();
        std::set<float> sizes;
        const Figure figure = figure_of(shown.in_notation_of(notation), "notes", FigureFit::text);
        for (const Item& item : figure.list.items)
            if (const auto* const mark = std::get_if<FormulaMark>(&item.shape()))
                sizes.insert(mark->size);
        EXPECT_LE(sizes.size(), 2U) << notation << ", of formulas and of their numbers";
    }
}

} // namespace
} // namespace attn
