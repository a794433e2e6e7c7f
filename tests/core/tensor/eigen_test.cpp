#include "core/tensor/eigen.h"

#include <array>
#include <gtest/gtest.h>
#include <utility>

namespace attn {
namespace {

TEST(Eigen, SeesAStridedViewAsItLies) {
    const Matrix whole = Matrix::from_rows({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
    const Matrix block = whole.row_block(1, 2).column_block(1, 2); // 2 x 2, with a stride of 4
    const EigenConstView seen = eigen(block);
    ASSERT_EQ(seen.rows(), 2);
    ASSERT_EQ(seen.cols(), 2);
    EXPECT_EQ(seen.data(), whole.row(1).data() + 1) << "nothing is copied";
    EXPECT_EQ(RowMajorMatrix(seen), (RowMajorMatrix(2, 2) << 6, 7, 10, 11).finished());
}

TEST(Eigen, WritesThroughAViewAndLeavesWhatLiesBetweenAlone) {
    std::array<float, 8> numbers{1, 2, 3, 4, 5, 6, 7, 8};
    const View view{numbers.data(), 2, 2, 4};
    eigen(view) *= 10;
    EXPECT_EQ(numbers, (std::array<float, 8>{10, 20, 3, 4, 50, 60, 7, 8}));
}

TEST(Eigen, TakesANumberForEachCellRoundedToFloat) {
    const Matrix matrix = matrix_of((Eigen::MatrixXd(2, 2) << 0.1, 2, 3, 1e300).finished());
    EXPECT_EQ(matrix(0, 0), 0.1F);
    EXPECT_EQ(matrix(1, 0), 3);
    EXPECT_GT(matrix(1, 1), 1e38F);
    EXPECT_EQ(doubles(matrix)(0, 0), static_cast<double>(0.1F));
}

TEST(Eigen, TakesNumbersByMoving) {
    RowMajorMatrix values = RowMajorMatrix::Constant(3, 4, 2);
    const float* const address = values.data();
    const Matrix matrix = matrix_of(std::move(values));
    EXPECT_EQ(matrix.view().data, address);
    EXPECT_EQ(matrix.shape(), (Shape{3, 4}));
}

TEST(Eigen, OfEmptyShapesMakesMatricesThatHaveTheShape) {
    for (const auto& [rows, columns] : {std::pair(0, 3), std::pair(3, 0), std::pair(0, 0)}) {
        const Matrix matrix = matrix_of(Eigen::MatrixXd::Zero(rows, columns));
        EXPECT_FALSE(matrix.empty()) << "it is there, and has no cells";
        EXPECT_EQ(matrix.shape(), (Shape{rows, columns}));
        EXPECT_EQ(eigen(matrix).size(), 0);
    }
}

} // namespace
} // namespace attn
