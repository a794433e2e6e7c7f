#include "ui/gl/image_cache.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <random>

namespace attn {
namespace {

/// Tests with a draw list of their own. Without a graphics card, draws are only counted.
class Images : public testing::Test {
protected:
    static Image image_of(Matrix matrix) {
        Image image;
        image.box = {0, 0, 40, 40};
        image.matrix = std::move(matrix);
        return image;
    }

    ImDrawListSharedData shared_;
    ImDrawList list_{&shared_};
    ImageCache cache_;

    void SetUp() override { list_._ResetForNewFrame(); }
};

using ImageCacheTest = Images;

TEST_F(ImageCacheTest, AMatrixIsColouredOnceHoweverOftenItIsDrawn) {
    const Image image = image_of(Matrix::from_rows({{1, 2}, {3, 4}}));
    for (int frame = 0; frame < 5; ++frame) {
        cache_.begin_frame(1);
        cache_.draw(list_, image);
        cache_.draw(list_, image, {100, 0}); // at another place
    }
    EXPECT_EQ(cache_.colourings(), 1U);
}

TEST_F(ImageCacheTest, WhateverChangesTheColoursColoursAgain) {
    Image image = image_of(Matrix::from_rows({{1, 2}, {3, 4}}));
    cache_.begin_frame(1);
    cache_.draw(list_, image);
    image.matrix = image.matrix.with_cell(0, 0, 5);
    cache_.draw(list_, image);
    EXPECT_EQ(cache_.colourings(), 2U);
    image.palette = Palette::grey;
    cache_.draw(list_, image);
    image.look = Look::dark;
    cache_.draw(list_, image);
    image.range.high = 7;
    cache_.draw(list_, image);
    image.transposed = true;
    cache_.draw(list_, image);
    EXPECT_EQ(cache_.colourings(), 6U);
}

/// A layer whose scores are drawn from the engine's own trace.
class ImagesOfATrace : public Images {
protected:
    static constexpr Address scores{0, ArrayId::scores, 0, 1};

    void show(const Layer& layer) {
        engine_.compute(layer);
        cache_.begin_frame(1);
        cache_.draw(list_, image_of(engine_.trace().matrix(scores)), {}, &engine_.trace());
    }

    const float* storage() const { return engine_.trace().matrix(scores).view().data; }

    Layer layer_ = two_heads();
    Engine engine_{1};

private:
    static Layer two_heads() {
        std::mt19937 random(7);
        test::LayerKind kind;
        kind.sizes = {1, 3, 3, 4, 4, 2, 2, 2};
        return test::random_layer(random, kind);
    }
};

TEST_F(ImagesOfATrace, AreColouredAgainOnlyWhenTheSlotsVersionGrows) {
    show(layer_);
    layer_.heads[0].W_Q = layer_.heads[0].W_Q.with_cell(0, 0, 9);
    show(layer_);
    EXPECT_EQ(cache_.colourings(), 1U) << "the other head's";
    layer_.heads[1].W_Q = layer_.heads[1].W_Q.with_cell(0, 0, 9);
    show(layer_);
    EXPECT_EQ(cache_.colourings(), 2U);
}

TEST_F(ImagesOfATrace, LeaveItsStorageToTheEngine) {
    show(layer_);
    const float* const before = storage();
    for (const float value : {8.0F, 9.0F}) { // if all may have moved, each is compared with the number that it had
        layer_.heads[1].W_Q = layer_.heads[1].W_Q.with_cell(0, 0, value);
        show(layer_);
    }
    EXPECT_EQ(storage(), before);
    EXPECT_EQ(cache_.colourings(), 3U) << "other numbers at the same place";
}

TEST_F(ImagesOfATrace, TakeThePlaceOfThoseOfBefore) {
    for (const float value : {7.0F, 8.0F, 9.0F}) {
        layer_.heads[1].W_Q = layer_.heads[1].W_Q.with_cell(0, 0, value);
        show(layer_);
    }
    EXPECT_EQ(cache_.colourings(), 3U);
    EXPECT_EQ(cache_.image_count(), 1U);
}

TEST_F(ImagesOfATrace, ChangesFollowTheNumbersThatAreNow) {
    const Trace baseline = engine_.compute(layer_);
    Image change = image_of(Matrix());
    for (const float value : {7.0F, 7.0F, 9.0F}) {
        layer_.heads[1].W_Q = layer_.heads[1].W_Q.with_cell(0, 0, value);
        engine_.compute(layer_);
        change.matrix = engine_.trace().matrix(scores);
        change.before = baseline.matrix(scores);
        cache_.begin_frame(1);
        cache_.draw(list_, change, {}, &engine_.trace());
    }
    EXPECT_EQ(cache_.colourings(), 2U);
    EXPECT_EQ(cache_.image_count(), 1U);
    change.before = Matrix();
    cache_.draw(list_, change, {}, &engine_.trace());
    EXPECT_EQ(cache_.colourings(), 3U) << "the numbers themselves";
}

TEST_F(ImageCacheTest, ForgetsWhatIsNoLongerShownWhenThereIsMuch) {
    for (int frame = 0; frame < 2000; ++frame) {
        cache_.begin_frame(1);
        cache_.draw(list_, image_of(Matrix::zeros(2, 2)));
    }
    EXPECT_LT(cache_.image_count(), 600U);
}

TEST_F(ImageCacheTest, HoldsFewOfManyLargeMatricesHoweverSmallTheyAreShown) {
    for (int frame = 0; frame < 50; ++frame) {
        cache_.begin_frame(1);
        cache_.draw(list_, image_of(Matrix::zeros(1024, 1024)));
    }
    EXPECT_LT(cache_.image_count(), 20U);
}

TEST_F(ImageCacheTest, EmptyMatricesAndBoxesAreNotDrawn) {
    cache_.begin_frame(1);
    cache_.draw(list_, image_of(Matrix()));
    Image flat = image_of(Matrix::zeros(2, 2));
    flat.box.height = 0;
    cache_.draw(list_, flat);
    EXPECT_EQ(cache_.colourings(), 0U);
    EXPECT_EQ(list_.VtxBuffer.Size, 0);
}

} // namespace
} // namespace attn
