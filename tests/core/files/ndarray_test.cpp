#include "core/files/ndarray.h"

#include <gtest/gtest.h>
#include <numeric>
#include <utility>

namespace attn {

namespace {

NdArray counted(std::vector<Index> shape) {
    std::vector<float> values(static_cast<std::size_t>(*number_count(shape)));
    std::iota(values.begin(), values.end(), 0.0F);
    return NdArray::of(std::move(shape), std::move(values));
}

} // namespace

TEST(NdArray, OfTwoAxesIsAMatrixThatSharesItsNumbers) {
    Matrix matrix;
    const float* place = nullptr;
    {
        const NdArray array = counted({2, 3});
        matrix = array.matrix();
        place = array.values.data();
    }
    EXPECT_EQ(matrix.shape(), (Shape{2, 3}));
    EXPECT_EQ(matrix.view().data, place);
    EXPECT_EQ(matrix(1, 2), 5); // although the array is gone
}

TEST(NdArray, OfOneAxisIsARow) {
    EXPECT_EQ(counted({4}).matrix().shape(), (Shape{1, 4}));
    EXPECT_EQ(counted({}).matrix().shape(), (Shape{1, 1}));
}

TEST(NdArray, SlicesLieAtTheirLeadingIndices) {
    const NdArray array = counted({2, 3, 4, 5});
    const Matrix slice = array.matrix_at({1, 2});
    EXPECT_EQ(slice.shape(), (Shape{4, 5}));
    EXPECT_EQ(slice(3, 4), ((1 * 3 + 2) * 4 + 3) * 5 + 4);
    EXPECT_EQ(counted({3, 2, 2}).matrix_at({2})(0, 0), 8);
}

TEST(NdArray, WithAnEmptyAxisIsAMatrixWithoutNumbers) {
    EXPECT_FALSE(counted({0, 3}).matrix().empty());
    EXPECT_EQ(counted({0, 3}).matrix().shape(), (Shape{0, 3}));
    EXPECT_EQ(counted({2, 0, 3}).matrix_at({1}).shape(), (Shape{0, 3}));
}

TEST(NdArray, KnowsItsShape) {
    EXPECT_TRUE(counted({2, 3}).has_shape({2, 3}));
    EXPECT_FALSE(counted({2, 3}).has_shape({2, 3, 1}));
}

TEST(ShapeText, IsWrittenAsByNumPy) {
    EXPECT_EQ(shape_text(std::vector<Index>{}), "()");
    EXPECT_EQ(shape_text(std::vector<Index>{4}), "(4,)");
    EXPECT_EQ(shape_text(std::vector<Index>{2, 3}), "(2, 3)");
}

} // namespace attn
