// The pictures of presets on the stages of windows from the smallest to the largest that people have: each is whole
// within its stage, with visible cells.

#include "core/figure/figure.h"
#include "core/figure/pictures/enlarged_picture.h"
#include "core/figure/pictures/picture.h"
#include "tests/core/figure/pictures/shown.h"
#include "tests/judge/layout.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <functional>
#include <gmock/gmock.h>
#include <map>

namespace attn {
namespace {

using test::says;
using test::Shown;

/// The stage between map, inspector and tokens, in windows of 1024×700, 1280×720 and 1920×1080.
constexpr Box small_stage{24, 24, 395, 300};
constexpr std::array stages_of_windows{small_stage, Box{24, 24, 660, 330}, Box{24, 24, 1290, 690}};
constexpr std::array arrays_to_see{ArrayId::X, ArrayId::Q, ArrayId::scores, ArrayId::scaled, ArrayId::masked,
                                   ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::Y};
constexpr std::array presets_to_see{"who-and-where", "eight-heads", "four-letters", "why-scale"};

/// The least side of the cells of the matrices for which are_meant() is true; 100 if all cells are items of their own.
float least_cell(const DisplayList& list, const std::function<bool(const Image&)>& are_meant) {
    float least = 100;
    for (const Item& item : list.items)
        if (const auto* const image = std::get_if<Image>(&item.shape()); image != nullptr && are_meant(*image))
            least = std::min({least, image->box.width / static_cast<float>(image->shown_columns()),
                              image->box.height / static_cast<float>(image->shown_rows())});
    return least;
}

bool is_short(const Image& image) {
    return std::max(image.shown_rows(), image.shown_columns()) <= 10;
}

bool is_any(const Image&) {
    return true;
}

/// Visits each picture of each preset, except that of one token, whose rows have a test of their own.
void for_each_picture(const Box& stage, const std::function<void(const std::string&, const DisplayList&)>& visit) {
    for (const char* const preset : presets_to_see) {
        Shown shown = Shown::preset(preset);
        for (const ArrayId array : arrays_to_see) {
            shown.at(array);
            for (const PictureId id : fitting_pictures(shown.drawing()))
                if (id != PictureId::token)
                    visit(fmt::format("{}, {} as {}", preset, row_of(array).name, id.name), shown.draw(id, stage));
        }
    }
}

TEST(Stages, HoldTheirPicturesWhole) {
    for (const Box& stage : stages_of_windows)
        for_each_picture(stage, [&](const std::string& whose, const DisplayList& list) {
            EXPECT_THAT(test::layout_complaints(list, stage.grown(24)), testing::IsEmpty())
                << whose << " on " << stage.width << "×" << stage.height;
        });
}

TEST(Stages, OfSmallWindowsLeaveCellsOfFewTokensRoomToBeSeen) {
    for_each_picture(small_stage, [&](const std::string& whose, const DisplayList& list) {
        if (!whose.ends_with("as sum")) // its cells are as wide as those of W_O
            EXPECT_GE(least_cell(list, is_short), 5) << whose;
    });
}

TEST(Stages, LongMatricesThatAreAddedStandBelowEachOtherWhereTheyWouldBeLines) {
    Shown shown = Shown::preset("eight-heads");
    EXPECT_GE(least_cell(shown.at(ArrayId::X).draw(PictureId::equation, small_stage), is_any), 2.5F);
}

TEST(Stages, TheQuestionWhatAHeadDoesTakesHeadsNoRoom) {
    Shown shown = Shown::preset("eight-heads");
    const DisplayList list = shown.at(ArrayId::A).draw(PictureId::heads, small_stage);
    for (const char* const first_cell : {"A/1[1,1]", "A/2[1,1]", "A/3[1,1]", "A/4[1,1]"})
        EXPECT_TRUE(test::place_of(list, first_cell)) << first_cell;
    EXPECT_FALSE(says(list, "say"));
}

TEST(Stages, ARestOfASumOverHeadsSaysThatItHoldsTheBias) {
    Shown shown = Shown::preset("eight-heads");
    const DisplayList list = shown.at(ArrayId::Y, 0, 0, 7).draw(PictureId::product, small_stage);
    EXPECT_TRUE(says(list, "6 heads, bias"));
    shown.with([](Layer& layer) { layer.b_O = {}; });
    EXPECT_TRUE(says(shown.draw(PictureId::product, small_stage), " heads"));
    EXPECT_FALSE(says(shown.draw(PictureId::product, small_stage), "bias"));
}

/// The number of formulas in a picture whose TeX contains `tex`.
std::ptrdiff_t formulas_with(const DisplayList& list, std::string_view tex) {
    return std::ranges::count_if(list.items, [&](const Item& item) {
        const auto* const mark = std::get_if<FormulaMark>(&item.shape());
        return mark != nullptr && mark->tex.find(tex) != std::string::npos;
    });
}

TEST(Stages, SoftmaxSaysByWhatTheScoresWereDivided) {
    Shown shown = Shown::preset("who-and-where");
    shown.in_notation_of("paper").view_state().is_enlarged = true;
    EXPECT_EQ(formulas_with(shown.at(ArrayId::A, 1, 3, 0).draw(PictureId::softmax), R"(\sqrt)"), 1);
    shown.with([](Layer& layer) { layer.scale.kind = Scale::Kind::one; });
    EXPECT_EQ(formulas_with(shown.draw(PictureId::softmax), R"(\sqrt)"), 0);
    shown.with([](Layer& layer) {
        layer.scale.kind = Scale::Kind::inverse_sqrt_d_k;
        layer.pins[{0, ArrayId::scaled, 0, 1, 3, 0}] = 1;
    });
    EXPECT_EQ(formulas_with(shown.draw(PictureId::softmax), R"(\sqrt)"), 0) << "it is not so of a pinned one";
}

/// The area of the first formula for whose TeX is_meant() is true.
Box box_of_formula(const DisplayList& list, const std::function<bool(const std::string& tex)>& is_meant) {
    for (auto item = list.items.begin(); item != list.items.end(); ++item)
        if (const auto* const mark = std::get_if<FormulaMark>(&item->shape()); mark != nullptr && is_meant(mark->tex)) {
            DisplayList formula;
            formula.items.assign(item + 1, item + 1 + static_cast<std::ptrdiff_t>(mark->pieces));
            return bounds(formula, typesetter());
        }
    return {};
}

TEST(Stages, SoftmaxKeepsTheScaleFromTheLargestScoreBeneath) {
    Shown shown = Shown::preset("who-and-where");
    shown.in_notation_of("paper").view_state().is_enlarged = true;
    const DisplayList list = shown.at(ArrayId::A, 1, 3, 0).draw(PictureId::softmax);
    const Box scale =
        box_of_formula(list, [](const std::string& tex) { return tex.find("sqrt") != std::string::npos; });
    const Box largest =
        box_of_formula(list, [](const std::string& tex) { return tex.starts_with("m_") && tex.ends_with("="); });
    ASSERT_FALSE(scale.empty());
    ASSERT_FALSE(largest.empty());
    EXPECT_GE(largest.y, scale.bottom());
}

TEST(Stages, HaveNumbersOfAddedMatricesOnASmallWall) {
    Shown shown = Shown::preset("who-and-where");
    ViewState& view = shown.view_state();
    view.is_enlarged = true;
    view.smallest_number = 0.02F * 768 / 0.7275F;
    DisplayList list;
    shown.at(ArrayId::X);
    draw_enlarged(list, shown.drawing(), picture(PictureId::equation), {24, 60, 976, 660}, 768.0F / 400);
    EXPECT_FALSE(list.lacks_numbers);
    EXPECT_FALSE(list.lacks_words);
}

TEST(Stages, NameEachRowOfLongMatrices) {
    Shown few = Shown::preset("who-and-where");
    EXPECT_FALSE(few.at(ArrayId::X).draw(PictureId::equation, small_stage).lacks_words);
    Shown many = Shown::preset("eight-heads"); // 8×64
    for (const ArrayId array : {ArrayId::X, ArrayId::concat, ArrayId::Y})
        EXPECT_FALSE(many.at(array).draw(PictureId::heatmap, stages_of_windows[1]).lacks_words) << array_name(array);
    EXPECT_FALSE(many.at(ArrayId::Y).draw(PictureId::parts, stages_of_windows[1]).lacks_words);
}

TEST(Stages, OfLowWindowsHoldTheSpectraOfManyHeads) {
    Shown shown = Shown::json("{'version': 1, 'seed': 7, 'tokens': ['the', 'quick', 'brown', 'fox', 'jumps', 'again'], "
                              "'sizes': {'d_model': 64, 'heads': 32}}");
    for (const Box& stage : stages_of_windows)
        EXPECT_THAT(test::layout_complaints(shown.at(ArrayId::Q).draw(PictureId::spectrum, stage), stage.grown(24)),
                    testing::IsEmpty())
            << stage.width << "×" << stage.height;
}

void expect_full_lines(Shown& shown, float least_width) {
    for (float width = least_width; width <= 16; width += 0.5F) {
        FigureRequest request;
        request.kind = "heads";
        request.array = ArrayId::A;
        request.width = width;
        const auto figure = lay_out(request, {shown.session(), shown.trace(), typesetter()});
        ASSERT_TRUE(figure) << width;
        std::map<int, int> in_line;
        for (int head = 1; head <= 8; ++head) {
            const auto cell = test::place_of(figure->list, fmt::format("A/{}[1,1]", head));
            ASSERT_TRUE(cell) << width;
            ++in_line[static_cast<int>(cell->y)];
        }
        for (const auto& [y, heads] : in_line)
            EXPECT_EQ(heads, in_line.begin()->second) << width << " cm";
    }
}

TEST(Stages, EightHeadsOfAPageStandInFullLines) {
    Shown few = Shown::json("{'version': 1, 'seed': 7, 'tokens': ['tea', 'is', 'hot', 'tea'], 'sizes': {'d_model': 16, "
                            "'heads': 8}}");
    expect_full_lines(few, 8);
    Shown trained = Shown::preset("eight-heads");
    expect_full_lines(trained, 8);
}

} // namespace
} // namespace attn
