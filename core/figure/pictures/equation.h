#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// A stage that works cell by cell, with what it is made from beside or above it: E + P = X, the heads' outputs and
/// their concatenation; or one array alone: E, the mask, a weight.
void equation_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
