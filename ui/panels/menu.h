#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

#include <string_view>
#include <vector>

namespace attn {

/// Whether there is a menu of that name.
bool is_menu(std::string_view name);

/// What the menu of that name offers now. An offer with an empty target is a rule between groups.
std::vector<Offer> menu_offers(const UiContext& ui, std::string_view menu, float window_width);

/// The open menu, over the window.
void menu_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
