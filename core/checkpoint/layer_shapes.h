#pragma once

#include "core/checkpoint/layers.h"

#include <string>

namespace attn {

/// A layer whose family is known, but none of whose tensors has been inspected.
struct NamedLayer {
    std::string name;
    char separator = '.';
    const Family* family = nullptr;
};

/// Returns the layer with the shapes of its tensors, and the position of each parameter in them. The first mismatch
/// becomes the layer's problem.
FoundLayer read_shapes(const Checkpoint& checkpoint, const NamedLayer& layer, const PackedHeads& packed);

} // namespace attn
