#pragma once

#include "core/figure/geometry.h"
#include "ui/desk.h"
#include "ui/scene.h"

namespace attn {

/// Whether the step is a part of softmax, and its row can be followed from scores to shares.
bool shows_softmax_row(const Desk& desk);

/// The selected row on its way from masked scores to shares, step by step, with the temperature beneath it.
void softmax_picture(Scene& scene, const Desk& desk, const Box& area);

} // namespace attn
