#pragma once

#include "core/tensor/matrix.h"

#include <string>
#include <vector>

namespace attn {

/// A read-out: neighbouring columns of Y, each of which belongs to a label. The label of a token is that of the largest
/// number in its row.
struct ReadOut {
    std::string name;                ///< e.g. "mirrored letter"
    Index first = 0;                 ///< the first column of Y
    std::vector<std::string> labels; ///< the label of each of its columns
    Index count() const { return static_cast<Index>(labels.size()); }
    bool operator==(const ReadOut&) const = default;
};

} // namespace attn
