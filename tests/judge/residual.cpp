#include "tests/judge/residual.h"

#include <Eigen/Dense>
#include <cmath>

namespace attn::test {

ExpectedResidual expected_residual(const Reference& reference, CellId past, CellId written) {
    const Index width = reference.array(written.array, written.item, written.head).columns;
    ExpectedResidual expected;
    Eigen::VectorXd numbers(width);
    double slack = 0;
    for (Index d = 0; d < width; ++d) {
        past.column = written.column = d;
        expected.sum.push_back(sum(reference.expected(past), reference.expected(written)));
        numbers(d) = expected.sum.back().value;
        slack = std::max(slack, expected.sum.back().tolerance + 1e-6 * std::abs(numbers(d)));
    }
    const double mean = numbers.mean();
    const double variance = (numbers.array() - mean).square().mean();
    const double factor = 1 / std::sqrt(variance + 1e-5);
    expected.mean = {mean, slack};
    expected.spread = {std::sqrt(variance), slack};
    for (Index d = 0; d < width; ++d) {
        const double normed = (numbers(d) - mean) * factor;
        expected.normed.push_back({normed, 2 * slack * factor * (1 + std::abs(normed))});
    }
    return expected;
}

} // namespace attn::test
