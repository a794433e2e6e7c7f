#include "ui/gl/image_cache.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

namespace attn {
namespace {

/// A draw list of its own; without a graphics card, what is drawn is only counted.
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
        cache_.draw(list_, image, {100, 0}); // somewhere else
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

TEST_F(ImageCacheTest, ASlotIsColouredAgainOnlyWhenItsVersionGrows) {
    const Address slot{ArrayId::scores, 0, 1};
    cache_.begin_frame(1);
    cache_.draw(list_, image_of(Matrix::from_rows({{1, 2}})), {}, ImageSource{slot, 1, 0});
    cache_.draw(list_, image_of(Matrix::from_rows({{1, 2}})), {}, ImageSource{slot, 1, 0});
    EXPECT_EQ(cache_.colourings(), 1U);
    cache_.draw(list_, image_of(Matrix::from_rows({{1, 3}})), {}, ImageSource{slot, 2, 0});
    cache_.draw(list_, image_of(Matrix::from_rows({{1, 3}})), {}, ImageSource{slot, 2, 1});
    EXPECT_EQ(cache_.colourings(), 3U);
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
