#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <cstddef>

namespace attn {

/// What colours reach over is chosen on the bars that explain them: those of the items from `first` on.
void add_range_buttons(Scene& scene, const UiContext& ui, std::size_t first);

} // namespace attn
