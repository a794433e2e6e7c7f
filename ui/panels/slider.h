#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

constexpr float least_temperature = 0.1F;
constexpr float most_temperature = 10;

/// The temperature: a slider on a logarithmic scale, and its field. The slider's track is "slider:temperature".
void add_temperature_slider(Scene& scene, const UiContext& ui, const Box& box);

/// The temperature at a share (0 to 1) of the track.
float temperature_at(float share);

} // namespace attn
