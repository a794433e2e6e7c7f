#include "core/tensor/pooling.h"

#include "core/tensor/compose.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>
#include <vector>

namespace attn {
namespace {

constexpr float infinity_of_pooling = std::numeric_limits<float>::infinity();
constexpr float nan_of_pooling = std::numeric_limits<float>::quiet_NaN();

/// Numbers of which some are equal but for their sign, and some are no numbers.
Matrix numbers_to_pool(test::Random& random, Index rows, Index columns) {
    return filled(rows, columns, [&](Index, Index) {
        switch (test::random_index(random, 0, 12)) {
        case 0:
            return infinity_of_pooling;
        case 1:
            return -infinity_of_pooling;
        case 2:
            return nan_of_pooling;
        case 3:
            return 0.0F;
        default:
            return 0.5F * static_cast<float>(test::random_index(random, -6, 6));
        }
    });
}

Matrix some_masked(test::Random& random, Index rows, Index columns) {
    return filled(rows, columns,
                  [&](Index, Index) { return test::random_index(random, 0, 2) == 0 ? 0.0F : minus_infinity; });
}

/// Whether the first must not be missed more than the second.
bool matters_more(float one, float other) {
    if (std::isnan(one) || std::isnan(other))
        return std::isnan(one) && !std::isnan(other);
    if (std::abs(one) != std::abs(other))
        return std::abs(one) > std::abs(other);
    return one < other;
}

bool alike(float one, float other) {
    return one == other || (std::isnan(one) && std::isnan(other));
}

RC_GTEST_PROP(Pooling, KeepsOfEachBlockWhatMustNotBeMissed, (unsigned seed)) {
    test::Random random(seed);
    const auto length = [&](Index most) { return test::random_index(random, 1, most); };
    const Shape shape{length(40), length(70)};
    const Shape block{length(9), length(9)};
    const Matrix values = numbers_to_pool(random, shape.rows, shape.columns);
    const bool has_mask = test::random_index(random, 0, 1) == 1;
    const Matrix mask = has_mask ? some_masked(random, shape.rows, shape.columns) : Matrix();
    Pooled pooled;
    pooled.follow(values, mask, block);
    RC_ASSERT(pooled.values().shape() ==
              (Shape{(shape.rows + block.rows - 1) / block.rows, (shape.columns + block.columns - 1) / block.columns}));
    RC_ASSERT((pooled.mask().data == nullptr) == !has_mask);
    for (Index i = 0; i < pooled.values().rows; ++i)
        for (Index j = 0; j < pooled.values().columns; ++j) {
            std::vector<float> seen;
            for (Index row = i * block.rows; row < std::min((i + 1) * block.rows, shape.rows); ++row)
                for (Index column = j * block.columns; column < std::min((j + 1) * block.columns, shape.columns);
                     ++column)
                    if (!has_mask || mask(row, column) == 0)
                        seen.push_back(values(row, column));
            if (has_mask)
                RC_ASSERT((pooled.mask()(i, j) == minus_infinity) == seen.empty());
            if (!seen.empty())
                RC_ASSERT(alike(*std::ranges::min_element(seen, matters_more), pooled.values()(i, j)));
        }
}

RC_GTEST_PROP(Pooling, ExtremesAreThoseOfTheFiniteNumbersThatAreNotMasked, (unsigned seed)) {
    test::Random random(seed);
    const Shape shape{test::random_index(random, 1, 5), test::random_index(random, 1, 70)};
    const Matrix values = numbers_to_pool(random, shape.rows, shape.columns);
    const bool has_mask = test::random_index(random, 0, 1) == 1;
    const Matrix mask = has_mask ? some_masked(random, shape.rows, shape.columns) : Matrix();
    Extremes expected;
    for (Index i = 0; i < shape.rows; ++i)
        for (Index j = 0; j < shape.columns; ++j)
            if (std::isfinite(values(i, j)) && (!has_mask || mask(i, j) == 0))
                expected = {std::min(expected.low, values(i, j)), std::max(expected.high, values(i, j))};
    const Extremes found = finite_extremes(values, mask);
    RC_ASSERT(found.low == expected.low);
    RC_ASSERT(found.high == expected.high);
}

/// Some rows and columns of numbers, and of their mask, become others.
Region changed_somewhere(test::Random& random, Matrix& values, Matrix& mask) {
    const auto range = [&](Index count) {
        const Index first = test::random_index(random, 0, count);
        return IndexRange{first, test::random_index(random, first, count)};
    };
    const Region moved{range(values.rows()), range(values.columns())};
    const auto changed = [&](const Matrix& before, const Matrix& other) {
        return filled(before.rows(), before.columns(), [&](Index i, Index j) {
            return moved.rows.contains(i) || moved.columns.contains(j) ? other(i, j) : before(i, j);
        });
    };
    values = changed(values, numbers_to_pool(random, values.rows(), values.columns()));
    if (!mask.empty())
        mask = changed(mask, some_masked(random, mask.rows(), mask.columns()));
    return moved;
}

RC_GTEST_PROP(Pooling, WhatFollowsAChangeIsWhatIsFoundAnew, (unsigned seed)) {
    test::Random random(seed);
    const Shape shape{test::random_index(random, 1, 80), test::random_index(random, 1, 300)};
    const Shape block{test::random_index(random, 1, 9), test::random_index(random, 1, 9)};
    Matrix values = numbers_to_pool(random, shape.rows, shape.columns);
    Matrix mask = test::random_index(random, 0, 1) == 1 ? some_masked(random, shape.rows, shape.columns) : Matrix();
    Pooled pooled;
    TiledExtremes extremes;
    pooled.follow(values, mask, block);
    extremes.follow(values, mask);
    for (int change = 0; change < 4; ++change) {
        const Region moved = changed_somewhere(random, values, mask);
        Pooled anew;
        anew.follow(values, mask, block);
        pooled.follow(values, mask, block, moved);
        RC_ASSERT(equal_bits(pooled.values(), anew.values()));
        RC_ASSERT(equal_bits(pooled.mask(), anew.mask()));
        const Extremes found = extremes.follow(values, mask, moved);
        const Extremes expected = finite_extremes(values, mask);
        RC_ASSERT(found.low == expected.low);
        RC_ASSERT(found.high == expected.high);
    }
}

TEST(Pooling, KeepsTheOneHotCellWhereverItStands) {
    for (Index i = 0; i < 9; ++i)
        for (Index j = 0; j < 7; ++j) {
            Pooled small;
            small.follow(Matrix::zeros(9, 7).with_cell(i, j, -8), {}, {4, 3});
            ASSERT_EQ(small.values().shape(), (Shape{3, 3}));
            ASSERT_EQ(small.values()(i / 4, j / 3), -8);
        }
}

} // namespace
} // namespace attn
