#pragma once

#include "core/checkpoint/layers.h"

#include <string>

namespace attn {

/// A layer whose family is known, and of which nothing has been read.
struct NamedLayer {
    std::string name;
    char separator = '.';
    const Family* family = nullptr;
};

/// Reads the shapes of one layer's tensors, and where in them each parameter stands. The first thing that does not fit
/// is its problem.
FoundLayer read_shapes(const Checkpoint& checkpoint, const NamedLayer& layer, const PackedHeads& packed);

} // namespace attn
