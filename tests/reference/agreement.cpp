#include "tests/reference/agreement.h"

#include "core/model/arrays.h"
#include "tests/reference/reference.h"

#include <cmath>
#include <fmt/core.h>
#include <gtest/gtest.h>

namespace attn::test {

namespace {

void expect_near(const std::string& name, const DoubleMatrix& expected, double tolerance, const Matrix& found) {
    ASSERT_EQ(expected.rows, found.rows()) << name;
    ASSERT_EQ(expected.columns, found.columns()) << name;
    for (Index i = 0; i < expected.rows; ++i)
        for (Index j = 0; j < expected.columns; ++j) {
            const auto value = static_cast<double>(found(i, j));
            const double should_be = expected(i, j);
            const bool agrees = std::isnan(should_be)   ? std::isnan(value)
                                : std::isinf(should_be) ? value == should_be
                                                        : std::abs(value - should_be) <= tolerance;
            ASSERT_TRUE(agrees) << fmt::format("{} [{},{}] is {}, and should be {} ± {}", name, i + 1, j + 1, value,
                                               should_be, tolerance);
        }
}

} // namespace

void expect_matches_reference(const Layer& layer, const Trace& trace) {
    const Reference reference(layer);
    for (const Array& row : stages())
        if (trace.has(row.id))
            for (Index item = 0; item < trace.sizes().B; ++item)
                for (Index head = 0; head < trace.sizes().H; ++head)
                    expect_near(fmt::format("{} of item {}, head {}", row.name, item + 1, head + 1),
                                reference.array(row.id, item, head), reference.tolerance(row.id, item, head),
                                trace.matrix({0, row.id, item, head}));
}

} // namespace attn::test
