#pragma once

#include "tests/reference/reference.h"

#include <vector>

namespace attn::test {

/// The sum of a row of the residual stream and the layer's output for it, and the norm of that sum.
struct ExpectedResidual {
    std::vector<Expected> sum;
    Expected mean;
    Expected spread;
    std::vector<Expected> normed;
};

/// The expected sum of the rows of two cells.
ExpectedResidual expected_residual(const Reference& reference, CellId past, CellId written);

} // namespace attn::test
