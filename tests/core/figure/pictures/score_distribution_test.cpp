#include "tests/core/figure/pictures/shown.h"

#include <cmath>
#include <fmt/core.h>
#include <limits>

// The effect of scaling on the distribution of scores.

namespace attn {
namespace {

using test::place_of;
using test::says;
using test::Shown;

TEST(ScoreDistribution, IsTheStagesOwnPicture) {
    Shown shown = Shown::preset("why-scale");
    shown.at(ArrayId::scaled);
    EXPECT_EQ(shown_picture(shown.drawing()), PictureId::spread);
}

TEST(ScoreDistribution, WritesBothDeviationsFromTheTrace) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::scaled).draw(PictureId::spread);
    const Matrix scores = shown.trace().matrix({0, ArrayId::scores, 0, 0});
    double sum = 0;
    double squares = 0;
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j) {
            sum += static_cast<double>(scores(i, j));
            squares += static_cast<double>(scores(i, j)) * static_cast<double>(scores(i, j));
        }
    const double deviation = std::sqrt(squares / 9 - sum / 9 * (sum / 9));
    EXPECT_TRUE(says(list, fmt::format("σ = {:.2f}", deviation)));
    EXPECT_TRUE(says(list, fmt::format("σ = {:.2f}", deviation / 2)));
}

TEST(ScoreDistribution, HasBothMatricesAndADotForEachScoreOnOneAxis) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::scaled, 0, 0, 0).draw(PictureId::spread);
    const auto places = [&](ArrayId stage, Index row, Index column) {
        return std::ranges::count_if(list.items, [&](const Item& item) {
            return item.target == Target{CellId{0, stage, 0, 0, row, column}};
        });
    };
    EXPECT_EQ(places(ArrayId::scores, 1, 2), 2); // in its matrix, and on the axis
    EXPECT_EQ(places(ArrayId::scaled, 1, 2), 2);
    EXPECT_EQ(places(ArrayId::scaled, 0, 0), 3); // the selected one is marked again
}

TEST(ScoreDistribution, DrawsTheDeviationAsLongAsItIsThoughItReachesBeyondAllScores) {
    Shown shown = Shown::preset("who-and-where"); // 13 scores of 0 and 3 of 8: σ is 3.12, around 1.5
    const DisplayList list = shown.at(ArrayId::scaled, 0, 3, 0).draw(PictureId::spread);
    const auto place_of_tick = [&](double number) {
        for (const Item& item : list.items)
            if (const auto* tick = std::get_if<ShownTick>(&item.says); tick != nullptr && tick->value == number)
                return std::get<Text>(item.shape()).position.x;
        ADD_FAILURE() << "no tick at " << number;
        return 0.0F;
    };
    const float zero = place_of_tick(0);
    const float unit = (place_of_tick(8) - zero) / 8;
    const double deviation = std::sqrt(3.0 / 16 * 64 - 1.5 * 1.5);
    const auto is_drawn = [&](const Item& item) {
        const auto* const path = std::get_if<Path>(&item.shape());
        return path != nullptr && path->stroke.width == 2 && path->points.size() == 2 &&
               std::abs(path->points[0].x - (zero + static_cast<float>(1.5 - deviation) * unit)) < 0.5F &&
               std::abs(path->points[1].x - (zero + static_cast<float>(1.5 + deviation) * unit)) < 0.5F;
    };
    EXPECT_EQ(std::ranges::count_if(list.items, is_drawn), 1);
}

TEST(ScoreDistribution, SaysThatSoftmaxNeverGivesAllToOneOfSeveral) {
    Shown shown = Shown::preset("who-and-where");
    EXPECT_TRUE(says(shown.at(ArrayId::scaled, 0, 3, 0).draw(PictureId::spread),
                     "would give one key over 99 % without the scaling, and gives"));
}

TEST(ScoreDistribution, SaysWhichShareIsScaled) {
    Shown shown = Shown::preset("who-and-where");
    const auto said = [&](Index row) {
        std::string all;
        for (const std::string& text : test::texts_of(shown.at(ArrayId::scaled, 0, row, 0).draw(PictureId::spread)))
            all += text + " ";
        return all;
    };
    EXPECT_NE(said(3).find(" with it."), std::string::npos);
    shown.with([](Layer& layer) { // so far apart that both are one
        layer.given[{0, ArrayId::Q, 0, 0}] =
            Matrix::from_rows({{99, 0, 0, 0}, {99, 0, 0, 0}, {99, 0, 0, 0}, {99, 0, 0, 0}});
        layer.given[{0, ArrayId::K, 0, 0}] =
            Matrix::from_rows({{99, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
    });
    EXPECT_NE(said(3).find("gives one key 100 %, with and without the scaling."), std::string::npos) << said(3);
}

TEST(ScoreDistribution, CountsOnlyWhatTheMaskAllows) {
    Shown shown = Shown::preset("by-hand");
    EXPECT_TRUE(says(shown.at(ArrayId::scaled).draw(PictureId::spread), "9 scores that may be read"));
    shown.with([](Layer& layer) { layer.mask.causal = true; });
    EXPECT_TRUE(says(shown.draw(PictureId::spread), "6 scores that may be read"));
}

TEST(ScoreDistribution, SaysSoWhereNothingMayBeRead) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        constexpr float hidden = -std::numeric_limits<float>::infinity();
        layer.mask.painted =
            Matrix::from_rows({{hidden, hidden, hidden}, {hidden, hidden, hidden}, {hidden, hidden, hidden}});
    });
    EXPECT_TRUE(says(shown.at(ArrayId::scaled).draw(PictureId::spread), "The mask allows no score"));
}

TEST(ScoreDistribution, OfASingleScoreHasAnAxis) {
    Shown shown =
        Shown::json("{'version': 1, 'tokens': ['a'], 'sizes': {'d_model': 2, 'heads': 1, 'd_k': 2, 'd_v': 2}}");
    const DisplayList list = shown.at(ArrayId::scaled).draw(PictureId::spread);
    test::expect_well_placed(list, "one score");
    EXPECT_TRUE(says(list, "σ = 0.00"));
}

TEST(ScoreDistribution, AxisStaysWhereItIsWhileItsNumbersGetMoreDigits) {
    const auto right_of_axis = [](float value) {
        Shown shown = Shown::preset("by-hand");
        shown.with([&](Layer& layer) { layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(0, 0, value); });
        const DisplayList list = shown.at(ArrayId::scaled).draw(PictureId::spread);
        float right = 0;
        for (const Item& item : list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text != nullptr && text->text.starts_with("mean"))
                right = text->position.x;
        return right;
    };
    EXPECT_GT(right_of_axis(1), 0);
    EXPECT_EQ(right_of_axis(1), right_of_axis(-80));
}

TEST(ScoreDistribution, WordsOfALowStageStayWithinIt) {
    constexpr Box low{0, 0, 396, 330};
    Shown shown = Shown::preset("eight-heads");
    const DisplayList list = shown.at(ArrayId::scaled).draw(PictureId::spread, low);
    ASSERT_TRUE(says(list, " after."));
    for (const Item& item : list.items)
        if (std::holds_alternative<ShownClaims>(item.says))
            EXPECT_LE(bounds(item, typesetter()).bottom(), low.bottom());
}

} // namespace
} // namespace attn
