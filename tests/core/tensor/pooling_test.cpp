#include "core/tensor/pooling.h"

#include "core/tensor/compose.h"
#include "core/tensor/workers.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <rapidcheck/gtest.h>
#include <vector>

namespace attn {
namespace {

constexpr float infinity_of_pooling = std::numeric_limits<float>::infinity();
constexpr float nan_of_pooling = std::numeric_limits<float>::quiet_NaN();

/// A matrix in which some numbers are equal except for their sign, and some are infinite or NaN.
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

/// Numbers with a mask or without, and with earlier numbers or without.
struct RandomCells {
    Matrix values;
    Matrix mask;
    Matrix before;

    RandomCells(test::Random& random, Shape shape) : values(numbers_to_pool(random, shape.rows, shape.columns)) {
        if (test::random_index(random, 0, 1) == 1)
            mask = some_masked(random, shape.rows, shape.columns);
        if (test::random_index(random, 0, 1) == 1)
            before = numbers_to_pool(random, shape.rows, shape.columns);
    }
    ShownCells shown() const { return {values, mask, before}; }
    bool is_hidden(Index i, Index j) const { return !mask.empty() && mask(i, j) == minus_infinity; }
    float number(Index i, Index j) const {
        const float now = values(i, j);
        return before.empty() ? now : now == before(i, j) ? 0 : now - before(i, j);
    }
};

/// True if the first number is the more important one to show: NaN, then larger magnitudes, then the negative one.
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
    const RandomCells cells(random, shape);
    const bool has_mask = !cells.mask.empty();
    Pooled pooled;
    pooled.follow(cells.shown(), block);
    RC_ASSERT(pooled.values().shape() ==
              (Shape{(shape.rows + block.rows - 1) / block.rows, (shape.columns + block.columns - 1) / block.columns}));
    RC_ASSERT((pooled.mask().data == nullptr) == !has_mask);
    for (Index i = 0; i < pooled.values().rows; ++i)
        for (Index j = 0; j < pooled.values().columns; ++j) {
            std::vector<float> seen;
            for (Index row = i * block.rows; row < std::min((i + 1) * block.rows, shape.rows); ++row)
                for (Index column = j * block.columns; column < std::min((j + 1) * block.columns, shape.columns);
                     ++column)
                    if (!cells.is_hidden(row, column))
                        seen.push_back(cells.number(row, column));
            if (has_mask)
                RC_ASSERT((pooled.mask()(i, j) == minus_infinity) == seen.empty());
            if (!seen.empty())
                RC_ASSERT(alike(*std::ranges::min_element(seen, matters_more), pooled.values()(i, j)));
        }
}

RC_GTEST_PROP(Pooling, ExtremesAreThoseOfTheFiniteNumbersThatAreNotMasked, (unsigned seed)) {
    test::Random random(seed);
    const Shape shape{test::random_index(random, 1, 5), test::random_index(random, 1, 70)};
    const RandomCells cells(random, shape);
    Extremes expected;
    for (Index i = 0; i < shape.rows; ++i)
        for (Index j = 0; j < shape.columns; ++j)
            if (const float number = cells.number(i, j); std::isfinite(number) && !cells.is_hidden(i, j))
                expected = {std::min(expected.low, number), std::max(expected.high, number)};
    const Extremes found = finite_extremes(cells.shown());
    RC_ASSERT(found.low == expected.low);
    RC_ASSERT(found.high == expected.high);
}

/// Changes numbers and mask in some rows and columns, and returns these.
Region changed_somewhere(test::Random& random, RandomCells& cells) {
    const auto range = [&](Index count) {
        const Index first = test::random_index(random, 0, count);
        return IndexRange{first, test::random_index(random, first, count)};
    };
    Matrix& values = cells.values;
    Matrix& mask = cells.mask;
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
    RandomCells cells(random, shape);
    Pooled pooled;
    TiledExtremes extremes;
    pooled.follow(cells.shown(), block);
    extremes.follow(cells.shown());
    for (int change = 0; change < 4; ++change) {
        const Region moved = changed_somewhere(random, cells);
        Pooled anew;
        anew.follow(cells.shown(), block);
        pooled.follow(cells.shown(), block, moved);
        RC_ASSERT(equal_bits(pooled.values(), anew.values()));
        RC_ASSERT(equal_bits(pooled.mask(), anew.mask()));
        const Extremes found = extremes.follow(cells.shown(), moved);
        const Extremes expected = finite_extremes(cells.shown());
        RC_ASSERT(found.low == expected.low);
        RC_ASSERT(found.high == expected.high);
    }
}

TEST(Pooling, ManyWorkersFindWhatOneFinds) {
    test::Random random(3);
    Workers workers(3);
    for (int round = 0; round < 8; ++round) {
        RandomCells cells(random, {300 + round, 450});
        Pooled alone;
        Pooled together;
        TiledExtremes extremes;
        std::optional<Region> moved;
        for (int change = 0; change < 3; ++change) {
            alone.follow(cells.shown(), {5, 7}, moved);
            together.follow(cells.shown(), {5, 7}, moved, &workers);
            EXPECT_TRUE(equal_bits(alone.values(), together.values()));
            EXPECT_TRUE(equal_bits(alone.mask(), together.mask()));
            const Extremes found = extremes.follow(cells.shown(), moved, &workers);
            const Extremes expected = finite_extremes(cells.shown());
            EXPECT_EQ(found.low, expected.low);
            EXPECT_EQ(found.high, expected.high);
            moved = changed_somewhere(random, cells);
        }
    }
}

TEST(Pooling, KeepsTheOneHotCellWhereverItStands) {
    for (Index i = 0; i < 9; ++i)
        for (Index j = 0; j < 7; ++j) {
            Pooled small;
            small.follow({Matrix::zeros(9, 7).with_cell(i, j, -8)}, {4, 3});
            ASSERT_EQ(small.values().shape(), (Shape{3, 3}));
            ASSERT_EQ(small.values()(i / 4, j / 3), -8);
        }
}

} // namespace
} // namespace attn
