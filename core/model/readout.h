#pragma once

#include "core/tensor/matrix.h"

#include <string>
#include <vector>

namespace attn {

/// What neighbouring columns of Y mean: each stands for a label, and the largest is what a token's row says.
struct ReadOut {
    std::string name;                ///< "mirrored letter"
    Index first = 0;                 ///< the first of the columns
    std::vector<std::string> labels; ///< of the columns, one each
    Index count() const { return static_cast<Index>(labels.size()); }
    bool operator==(const ReadOut&) const = default;
};

} // namespace attn
