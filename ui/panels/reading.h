#pragma once

#include "core/explain/readout.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Adds the label that the read-out gives a token's row of Y, its baseline centred at `at`, and a bar for its
/// probability.
void add_reading(Scene& scene, const UiContext& ui, Index token, const TokenReading& reading, Point at, const Box& bar,
                 float size);

} // namespace attn
