#pragma once

#include "tests/reference/reference.h"

#include <vector>

namespace attn::test {

/// A row that went past a layer and what the layer wrote for it, added; and that sum, normed.
struct ExpectedResidual {
    std::vector<Expected> sum;
    Expected mean;
    Expected spread;
    std::vector<Expected> normed;
};

/// The cells say which rows.
ExpectedResidual expected_residual(const Reference& reference, CellId past, CellId written);

} // namespace attn::test
