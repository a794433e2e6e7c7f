#pragma once

#include "core/model/structure.h"

namespace attn {

/// Whether the layer has what an array is made from. Of recorded stages some are bare: nothing says how they came
/// about.
bool is_made(const Structure& structure, ArrayId array);

} // namespace attn
