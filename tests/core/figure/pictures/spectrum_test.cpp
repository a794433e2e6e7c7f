#include "core/figure/figure.h"
#include "core/figure/pictures/pictures.h"
#include "core/tensor/background.h"
#include "tests/core/figure/pictures/shown.h"

#include <array>
#include <fmt/core.h>
#include <limits>

namespace attn {
namespace {

using test::says;
using test::Shown;

/// The heights of the bars of one product.
std::vector<float> bars_of(const DisplayList& list, WeightProduct product) {
    std::vector<float> heights;
    for (const Item& item : list.items)
        if (const auto* shown = std::get_if<ShownSingularValue>(&item.says);
            shown != nullptr && shown->is_height && shown->product == product)
            heights.push_back(std::get<Rectangle>(item.shape()).box.height);
    return heights;
}

TEST(SpectrumPicture, BelongsToScoresQueriesKeysValuesAndOutput) {
    Shown shown = Shown::preset("eight-heads");
    for (const Array& stage : stages()) {
        const bool belongs = stage.id == ArrayId::scores || stage.id == ArrayId::Q || stage.id == ArrayId::K ||
                             stage.id == ArrayId::V || stage.id == ArrayId::Y;
        const bool fits = shown.trace().has(stage.id) && shown.at(stage.id).fits(PictureId::spectrum);
        EXPECT_EQ(fits, belongs) << stage.name;
    }
}

TEST(SpectrumPicture, HasABarForEachValueOfBothProductsOnOneScale) {
    Shown shown = Shown::preset("by-hand");
    const DisplayList list = shown.at(ArrayId::scores).draw(PictureId::spectrum);
    const Sizes sizes = shown.trace().sizes();
    EXPECT_EQ(std::ssize(bars_of(list, WeightProduct::asking)), std::min(sizes.D, sizes.d_k));
    EXPECT_EQ(std::ssize(bars_of(list, WeightProduct::writing)), std::min(sizes.D, sizes.d_v));
    EXPECT_TRUE(says(list, "Effective rank"));
    EXPECT_TRUE(says(list, fmt::format("min(dₖ, D) = {}", sizes.d_k))) << testing::PrintToString(test::texts_of(list));
}

TEST(SpectrumPicture, BeginsWithTheProductThatTheStageIsAbout) {
    Shown shown = Shown::preset("by-hand");
    const auto first_is_asking = [&](ArrayId stage) {
        const DisplayList list = shown.at(stage).draw(PictureId::spectrum, {0, 0, 812, 582});
        const auto asking = find(list, Target(std::string("asking-value:1")), typesetter());
        const auto writing = find(list, Target(std::string("writing-value:1")), typesetter());
        return asking && writing && asking->x < writing->x;
    };
    EXPECT_TRUE(first_is_asking(ArrayId::scores));
    EXPECT_TRUE(first_is_asking(ArrayId::Q));
    EXPECT_FALSE(first_is_asking(ArrayId::V));
    EXPECT_FALSE(first_is_asking(ArrayId::Y));
}

TEST(SpectrumPicture, SaysWhyAProductHasNone) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 4, 'heads': 2}}");
    shown.with([](Layer& layer) { layer.rotary = {.pairs = Rotary::Pairs::halves, .dimensions = 2}; });
    const DisplayList rotated = shown.at(ArrayId::Q).draw(PictureId::spectrum);
    EXPECT_TRUE(says(rotated, "queries and keys are rotated by their places"));
    EXPECT_TRUE(bars_of(rotated, WeightProduct::asking).empty());
    EXPECT_FALSE(bars_of(rotated, WeightProduct::writing).empty());
    shown.with([](Layer& layer) {
        layer.rotary = {};
        layer.pins[{0, ArrayId::scores, 0, 1, 0, 0}] = 1;
    });
    EXPECT_FALSE(says(shown.at(ArrayId::Q, 0).draw(PictureId::spectrum), "pinned"));
    EXPECT_TRUE(says(shown.at(ArrayId::Q, 1).draw(PictureId::spectrum), "a number of scores of this head is pinned"));
}

TEST(SpectrumPicture, SaysThatAWeightIsNoFiniteNumber) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        layer.heads[0].W_Q = layer.heads[0].W_Q.with_cell(0, 0, std::numeric_limits<float>::quiet_NaN());
    });
    EXPECT_TRUE(says(shown.at(ArrayId::scores).draw(PictureId::spectrum), "A weight is no finite number"));
}

TEST(SpectrumPicture, HasValuesAboveAllItsBarsOrAboveNone) {
    Shown shown = Shown::preset("eight-heads");
    shown.at(ArrayId::scores);
    bool has_all = false;
    for (float width = 560; width < 1000; width += 12) {
        std::array<std::size_t, 2> written{};
        for (const Item& item : shown.draw(PictureId::spectrum, {0, 0, width, 520}).items)
            if (const auto* const value = std::get_if<ShownSingularValue>(&item.says);
                value != nullptr && !value->is_height)
                ++written.at(static_cast<std::size_t>(value->product));
        EXPECT_EQ(written[0], written[1]) << width;
        EXPECT_TRUE(written[0] == 0 || written[0] == 8) << width;
        has_all = has_all || written[0] == 8;
    }
    EXPECT_TRUE(has_all);
}

TEST(SpectrumPicture, OfZeroWeightsHasEffectiveRankZero) {
    Shown shown = Shown::preset("by-hand");
    shown.with([](Layer& layer) {
        for (HeadWeights& head : layer.heads)
            head.W_Q = Matrix::zeros(head.W_Q.rows(), head.W_Q.columns());
    });
    EXPECT_TRUE(says(shown.at(ArrayId::scores).draw(PictureId::spectrum), "Effective rank 0"));
}

/// The spectra take longer than a frame.
TEST(SpectrumPicture, ShowsWhatItHasUntilTheRestIsFound) {
    Shown shown = Shown::json("{'version': 1, 'tokens': ['a', 'b'], 'sizes': {'d_model': 160, 'heads': 4, 'd_k': 64}}");
    Background background([] {});
    PictureCache cache(nullptr, &background);
    shown.at(ArrayId::scores, 1);
    const auto drawn = [&] {
        const DrawContext now = shown.drawing();
        DisplayList list;
        spectrum_picture(list, {now.session, now.trace, now.view_state, now.typesetter, cache, nullptr},
                         {32, 32, 700, 480});
        background.forget_unwanted();
        return list;
    };
    EXPECT_TRUE(says(drawn(), "Being worked out: head "));
    background.finish();
    drawn(); // and wants nothing more than it has
    background.finish();
    const DisplayList found = drawn();
    EXPECT_FALSE(says(found, "Being worked out"));
    EXPECT_FALSE(bars_of(found, WeightProduct::asking).empty());
    // A weight is dragged: the head is drawn as before, and no other head is computed again.
    shown.with([](Layer& layer) { layer.heads[1].W_Q = layer.heads[1].W_Q.with_cell(0, 0, 5); });
    const DisplayList pale = drawn();
    EXPECT_TRUE(says(pale, "Being worked out: head 4 of 4")) << testing::PrintToString(test::texts_of(pale));
    EXPECT_TRUE(bars_of(pale, WeightProduct::asking).empty()) << "what was is not said to be";
    EXPECT_FALSE(bars_of(pale, WeightProduct::writing).empty());
    background.finish();
    drawn();
    background.finish();
    EXPECT_FALSE(says(drawn(), "Being worked out"));
}

} // namespace
} // namespace attn
