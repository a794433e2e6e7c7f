#pragma once

#include "core/explain/readout.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Adds the label that a token's row of Y reads as, its baseline centred at `at`, and a bar for how sure it is.
void add_reading(Scene& scene, const UiContext& ui, Index token, const TokenReading& reading, Point at, const Box& bar,
                 float size);

} // namespace attn
