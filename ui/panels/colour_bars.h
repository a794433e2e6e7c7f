#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <cstddef>

namespace attn {

/// Makes the colour bars among the items from `first` on into buttons that open the menu of colour ranges.
void add_range_buttons(Scene& scene, const UiContext& ui, std::size_t first);

} // namespace attn
