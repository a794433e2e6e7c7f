#pragma once

#include "core/explain/weight_product.h"
#include "tests/reference/reference.h"

#include <map>
#include <utility>
#include <vector>

namespace attn::test {

/// The singular values of heads' products in descending order, each computed once from the whole product.
class SingularValues {
public:
    explicit SingularValues(const Reference& reference) : reference_(reference) {}

    const std::vector<double>& of(WeightProduct product, Index head);

private:
    const Reference& reference_;
    std::map<std::pair<WeightProduct, Index>, std::vector<double>> known_;
};

} // namespace attn::test
