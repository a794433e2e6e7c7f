#pragma once

#include "core/checkpoint/layers.h"

#include <string>

namespace attn {

/// A layer whose family is known, and of which no tensor has been looked at.
struct NamedLayer {
    std::string name;
    char separator = '.';
    const Family* family = nullptr;
};

/// The layer with the shapes of its tensors, and the place of each parameter in them. The first mismatch becomes its
/// problem.
FoundLayer read_shapes(const Checkpoint& checkpoint, const NamedLayer& layer, const PackedHeads& packed);

} // namespace attn
