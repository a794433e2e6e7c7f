#pragma once

#include "core/figure/geometry.h"
#include "ui/desk.h"
#include "ui/scene.h"

namespace attn {

/// A stage that works cell by cell, with what it is made from beside or above it: E + P = X, the heads' outputs and
/// their concatenation; or one array alone: E, the mask, a weight.
void equation_picture(Scene& scene, const Desk& desk, const Box& area);

} // namespace attn
