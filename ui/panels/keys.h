#pragma once

#include "ui/desk.h"
#include "ui/scene.h"

namespace attn {

/// What the mouse and all keys do, over the window.
void keys_panel(Scene& scene, const Desk& desk, const Box& window);

} // namespace attn
