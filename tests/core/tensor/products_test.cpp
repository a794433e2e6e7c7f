#include "core/tensor/products.h"

#include "tests/instruction_sets.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <rapidcheck/gtest.h>
#include <vector>

namespace attn::test {
namespace {

/// A view into a larger matrix, whose other cells must not be read.
struct Padded {
    std::vector<float> numbers;
    ConstView view;
};

Padded random_view(Random& random, Index rows, Index columns) {
    const Index stride = columns + random_index(random, 0, 20);
    Padded padded;
    padded.numbers.assign(static_cast<std::size_t>(rows * stride - (stride - columns)),
                          std::numeric_limits<float>::quiet_NaN());
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            padded.numbers[static_cast<std::size_t>(i * stride + j)] = uniform(random);
    padded.view = {padded.numbers.data(), rows, columns, stride};
    return padded;
}

/// The cell of a product, with the one order of adding that products.h promises.
float chain(ConstView left, ConstView right, bool transposed, Index i, Index j) {
    float sum = 0;
    for (Index k = 0; k < left.columns; ++k)
        sum = std::fma(left(i, k), transposed ? right(j, k) : right(k, j), sum);
    return sum;
}

struct Case {
    Padded left;
    Padded right;
    Padded bias;
    bool transposed;
    Index columns;
};

Case random_case(Random& random, Index most_rows, Index most_depth, Index most_columns) {
    const Index rows = random_index(random, 1, most_rows);
    const Index depth = random_index(random, 1, most_depth);
    const Index columns = random_index(random, 1, most_columns);
    const bool transposed = random_index(random, 0, 1) == 1;
    return {random_view(random, rows, depth),
            transposed ? random_view(random, columns, depth) : random_view(random, depth, columns),
            random_view(random, 1, columns), transposed, columns};
}

Matrix result_of(const Case& drawn, ConstView left) {
    Matrix result = Matrix::zeros(left.rows, drawn.columns);
    std::vector<float> numbers(static_cast<std::size_t>(left.rows * drawn.columns));
    const View view{numbers.data(), left.rows, drawn.columns, drawn.columns};
    if (drawn.transposed)
        product_with_transposed(left, drawn.right.view, view);
    else
        product(left, drawn.right.view, view);
    return Matrix::adopt(std::move(numbers), left.rows, drawn.columns);
}

ConstView rows_of(ConstView view, Index first, Index count) {
    return {view.data + first * view.stride, count, view.columns, view.stride};
}

ConstView columns_of(ConstView view, Index first, Index count) {
    return {view.data + first, view.rows, count, view.stride};
}

void expect_promise(Random& random, const Case& drawn) {
    const ConstView left = drawn.left.view;
    const Matrix result = result_of(drawn, left);
    for (Index i = 0; i < result.rows(); ++i)
        for (Index j = 0; j < result.columns(); ++j)
            ASSERT_EQ(result(i, j), chain(left, drawn.right.view, drawn.transposed, i, j))
                << fmt::format("{} x {} x {}, transposed: {}, cell {}, {}", left.rows, left.columns, drawn.columns,
                               drawn.transposed, i, j);

    const Index first_row = random_index(random, 0, left.rows - 1);
    const Index rows = random_index(random, 1, left.rows - first_row);
    EXPECT_TRUE(equal_bits(result_of(drawn, rows_of(left, first_row, rows)), result.row_block(first_row, rows)));

    const Index first = random_index(random, 0, drawn.columns - 1);
    const Index count = random_index(random, 1, drawn.columns - first);
    Case some{drawn.left, drawn.right, drawn.bias, drawn.transposed, count};
    some.right.view =
        drawn.transposed ? rows_of(drawn.right.view, first, count) : columns_of(drawn.right.view, first, count);
    EXPECT_TRUE(equal_bits(result_of(some, left), result.column_block(first, count)));

    if (!drawn.transposed) {
        std::vector<float> numbers(static_cast<std::size_t>(left.rows * drawn.columns));
        const View biased{numbers.data(), left.rows, drawn.columns, drawn.columns};
        affine(left, drawn.right.view, drawn.bias.view, biased);
        for (Index i = 0; i < left.rows; ++i)
            for (Index j = 0; j < drawn.columns; ++j)
                ASSERT_EQ(biased(i, j), result(i, j) + drawn.bias.view(0, j));
    }
}

TEST(Product, IsOneChainOfFusedMultiplyAddsForEachCellOnEveryInstructionSet) {
    Random random(1);
    for (const std::int64_t target : fused_instruction_sets()) {
        const OnInstructionSet only(target);
        for (int round = 0; round < 40; ++round) {
            expect_promise(random, random_case(random, 40, 40, 150));
            expect_promise(random, random_case(random, 9, 20, 20));
        }
        expect_promise(random, random_case(random, 30, 600, 80));
        if (HasFatalFailure())
            return;
    }
}

RC_GTEST_PROP(Product, OfAnyShapeHasTheBitsOfItsRowsAndColumnsAlone, ()) {
    Random random(*rc::gen::arbitrary<unsigned>());
    if (!fused_instruction_sets().empty())
        expect_promise(random, random_case(random, 20, 300, 70));
    RC_ASSERT(!testing::Test::HasFailure());
}

TEST(Product, IsWithinTheToleranceWithoutFusedMultiplyAddsToo) {
    Random random(2);
    for (const std::int64_t target : instruction_sets()) {
        const OnInstructionSet only(target);
        for (int round = 0; round < 20; ++round) {
            const Case drawn = random_case(random, 20, 300, 70);
            const ConstView left = drawn.left.view;
            const ConstView right = drawn.right.view;
            const Matrix result = result_of(drawn, left);
            for (Index i = 0; i < result.rows(); ++i)
                for (Index j = 0; j < result.columns(); ++j) {
                    double sum = 0;
                    double size = 0;
                    for (Index k = 0; k < left.columns; ++k) {
                        const auto term = static_cast<double>(left(i, k)) *
                                          static_cast<double>(drawn.transposed ? right(j, k) : right(k, j));
                        sum += term;
                        size += std::abs(term);
                    }
                    ASSERT_NEAR(static_cast<double>(result(i, j)), sum, 2e-6 * std::max(1.0, size));
                }
        }
    }
}

/// True if both are NaN, or equal in every bit; −0 and 0 differ.
bool same_number(float one, float other) {
    return std::isnan(one) ? std::isnan(other)
                           : std::bit_cast<std::uint32_t>(one) == std::bit_cast<std::uint32_t>(other);
}

TEST(Product, OfRowsThatEndInZerosIsTheWholeChainAllTheSame) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Random random(3);
    for (const std::int64_t target : fused_instruction_sets()) {
        const OnInstructionSet only(target);
        for (int round = 0; round < 60; ++round) {
            Case drawn = random_case(random, 40, 600, 80);
            const ConstView left = drawn.left.view;
            // Zeros as under a causal mask; some are negative, and some rows have nothing else.
            for (Index i = 0; i < left.rows; ++i)
                for (Index k = random_index(random, 0, left.columns); k < left.columns; ++k)
                    drawn.left.numbers[static_cast<std::size_t>(i * left.stride + k)] = round % 3 == 0 ? -0.0F : 0.0F;
            // Products that underflow give −0, which the next zero makes 0; infinities and NaN show through zeros.
            for (int n = round % 4; n > 0; --n) {
                const auto numbers = static_cast<Index>(drawn.right.numbers.size());
                drawn.right.numbers[static_cast<std::size_t>(random_index(random, 0, numbers - 1))] =
                    n == 1   ? infinity
                    : n == 2 ? -1e-44F
                             : std::nanf("");
            }
            if (round % 5 == 0)
                for (float& number : drawn.left.numbers)
                    number *= 1e-30F;
            if (round % 10 == 0)
                for (float& number : drawn.right.numbers)
                    number = -std::abs(number) * 1e-20F;
            const Matrix result = result_of(drawn, left);
            for (Index i = 0; i < left.rows; ++i)
                for (Index j = 0; j < drawn.columns; ++j)
                    ASSERT_PRED2(same_number, result(i, j), chain(left, drawn.right.view, drawn.transposed, i, j))
                        << fmt::format("{} x {} x {}, transposed: {}, cell {}, {}", left.rows, left.columns,
                                       drawn.columns, drawn.transposed, i, j);
        }
    }
}

TEST(Product, OfNothingIsTheBias) {
    const std::vector<float> numbers{1, 2, 3};
    std::vector<float> cells(6, 7);
    const View result{cells.data(), 2, 3, 3};
    affine({numbers.data(), 2, 0, 0}, {numbers.data(), 0, 3, 3}, {numbers.data(), 1, 3, 3}, result);
    EXPECT_EQ(cells, (std::vector<float>{1, 2, 3, 1, 2, 3}));
    product({numbers.data(), 2, 0, 0}, {numbers.data(), 0, 3, 3}, result);
    EXPECT_EQ(cells, std::vector<float>(6, 0));
}

TEST(Product, PassesOnInfinityAndNaN) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const Matrix left = Matrix::from_rows({{1, 0}, {0, 1}});
    const Matrix right = Matrix::from_rows({{infinity, 2}, {1, 3}});
    std::vector<float> cells(4);
    product(left, right, {cells.data(), 2, 2, 2});
    EXPECT_EQ(cells[0], infinity);
    EXPECT_EQ(cells[1], 2);
    EXPECT_TRUE(std::isnan(cells[2]));
    EXPECT_EQ(cells[3], 3);
}

} // namespace
} // namespace attn::test
