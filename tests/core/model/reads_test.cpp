#include "core/model/arrays.h"
#include "tests/random_layer.h"

#include <array>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

bool holds(const Region& region, Index row, Index column) {
    return region.rows.contains(row) || region.columns.contains(column);
}

bool holds_any(const Region& region, const Submatrix& part) {
    for (Index i = part.rows.first; i < part.rows.last; ++i)
        for (Index j = part.columns.first; j < part.columns.last; ++j)
            if (holds(region, i, j))
                return true;
    return false;
}

IndexRange random_range(test::Random& random, Index length) {
    const Index first = test::random_index(random, 0, length - 1);
    return {first, first + test::random_index(random, 0, length - first)};
}

RC_GTEST_PROP(Reads, ACellThatReadsAChangedNumberIsReached, (unsigned seed)) {
    test::Random random(seed);
    const Shape result{test::random_index(random, 1, 6), test::random_index(random, 1, 6)};
    const Index inner = test::random_index(random, 1, 6);
    struct Case {
        Reads reads;
        Shape operand;
    };
    const std::array cases{Case{Reads::cell, result},
                           Case{Reads::block, result},
                           Case{Reads::row, {result.rows, inner}},
                           Case{Reads::pair, result},
                           Case{Reads::first_column, {result.rows, inner}},
                           Case{Reads::column, {inner, result.columns}},
                           Case{Reads::row_as_column, {result.columns, inner}}};
    for (const auto& [reads, operand] : cases) {
        const Region changed{random_range(random, operand.rows), random_range(random, operand.columns)};
        const Region reached = reached_by(changed, reads, result);
        for (Index i = 0; i < result.rows; ++i)
            for (Index j = 0; j < result.columns; ++j)
                if (holds_any(changed, read_by({{i, i + 1}, {j, j + 1}}, reads, operand)))
                    RC_ASSERT(holds(reached, i, j));
        if (changed.empty())
            RC_ASSERT(reached.empty());
    }
}

} // namespace
} // namespace attn
