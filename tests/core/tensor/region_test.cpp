#include "core/tensor/region.h"

#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

TEST(Region, DifferentRowsAreTheLeastRangeWithAllThatDiffer) {
    const Matrix before = Matrix::zeros(6, 3);
    EXPECT_EQ(different_rows(before, before), IndexRange());
    EXPECT_EQ(different_rows(before, before.with_cell(4, 2, 1)), (IndexRange{4, 5}));
    EXPECT_EQ(different_rows(before, before.with_cell(1, 0, 1).with_cell(4, 2, 1)), (IndexRange{1, 5}));
    EXPECT_EQ(different_rows(before, before.with_cell(0, 0, 1).with_cell(5, 2, 1)), (IndexRange{0, 6}));
}

TEST(Region, DifferentColumnsAreTheLeastRangeWithAllThatDiffer) {
    const Matrix before = Matrix::zeros(6, 5);
    EXPECT_EQ(different_columns(before, before), IndexRange());
    EXPECT_EQ(different_columns(before, before.with_cell(4, 2, 1)), (IndexRange{2, 3}));
    EXPECT_EQ(different_columns(before, before.with_cell(4, 1, 1).with_cell(0, 3, 1)), (IndexRange{1, 4}));
    EXPECT_EQ(different_columns(before, before.with_cell(0, 1, 1).with_cell(4, 3, 1)), (IndexRange{1, 4}));
    EXPECT_EQ(different_columns(before, before.with_cell(0, 0, 1).with_cell(0, 4, 1)), (IndexRange{0, 5}));
}

TEST(Region, BitsDecideWhatDiffers) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Matrix zeros = Matrix::zeros(2, 2);
    EXPECT_EQ(different_rows(zeros, zeros.with_cell(1, 1, -0.0F)), (IndexRange{1, 2}));
    EXPECT_EQ(different_columns(zeros.with_cell(1, 1, nan), zeros.with_cell(1, 1, nan)), IndexRange());
}

} // namespace
} // namespace attn
