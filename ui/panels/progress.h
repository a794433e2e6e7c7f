#pragma once

#include "ui/desk.h"
#include "ui/scene.h"

namespace attn {

/// How far the work has come that takes its time, with a button that gives it up, at the bottom of `area`.
void progress_panel(Scene& scene, const Desk& desk, const Box& area);

} // namespace attn
