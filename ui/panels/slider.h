#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Adds the temperature's slider, on a logarithmic scale, and its field. The slider's track is "slider:temperature".
void add_temperature_slider(Scene& scene, const UiContext& ui, const Box& box);

} // namespace attn
