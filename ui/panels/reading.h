#pragma once

#include "core/explain/readout.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What a token's row of Y says, its baseline's middle at `at`, and as a bar how sure that is.
void add_reading(Scene& scene, const UiContext& ui, Index token, const TokenReading& reading, Point at, const Box& bar,
                 float size);

} // namespace attn
