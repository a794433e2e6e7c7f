#pragma once

#include "core/figure/geometry.h"
#include "ui/desk.h"
#include "ui/scene.h"

namespace attn {

/// The selected number: its value, its formula, the terms it is made of, what it becomes, and what to do with it.
/// Returns the height that it would like to have.
float inspector_panel(Scene& scene, const Desk& desk, const Box& area);

} // namespace attn
