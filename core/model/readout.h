#pragma once

#include "core/tensor/matrix.h"

#include <string>
#include <vector>

namespace attn {

/// A read-out: neighbouring columns of Y that each stand for a label. A token's row reads as the label of its largest
/// number.
struct ReadOut {
    std::string name;                ///< "mirrored letter"
    Index first = 0;                 ///< first column
    std::vector<std::string> labels; ///< one for each column
    Index count() const { return static_cast<Index>(labels.size()); }
    bool operator==(const ReadOut&) const = default;
};

} // namespace attn
