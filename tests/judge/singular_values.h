#pragma once

#include "core/explain/weight_product.h"
#include "tests/reference/reference.h"

#include <map>
#include <utility>
#include <vector>

namespace attn::test {

/// A product of a head's weights, taken apart.
struct SingularParts {
    std::vector<double> values; // falling
    DoubleMatrix left;          // D x values, or D_c x values
    DoubleMatrix right;         // D_c x values, or D x values
};

/// The singular values and directions of heads' products, from the whole products, each worked out once.
class SingularValues {
public:
    explicit SingularValues(const Reference& reference) : reference_(reference) {}

    const std::vector<double>& of(WeightProduct product, Index head) { return parts(product, head).values; }
    const SingularParts& parts(WeightProduct product, Index head);

private:
    const Reference& reference_;
    std::map<std::pair<WeightProduct, Index>, SingularParts> known_;
};

} // namespace attn::test
