#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

#include <string_view>
#include <vector>

namespace attn {

/// The search for actions by name, over the window.
void palette_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The enabled actions whose name or description has all the words, names first.
std::vector<Offer> found_actions(const UiContext& ui, std::string_view words);

} // namespace attn
