#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

#include <string_view>
#include <vector>

namespace attn {

/// Before the target of what a menu cannot do now: its value says why.
constexpr std::string_view greyed_prefix = "greyed:";

/// What the menu of that name offers now; what has no room in a bar of that width is in "more". Behind a stroke
/// stands the one field that was asked for: "scale/field:temperature".
std::vector<Offer> menu_offers(const UiContext& ui, std::string_view menu, float window_width);

/// The open menu, over the window, hanging from there.
void menu_panel(Scene& scene, const UiContext& ui, const Box& window, Point anchor);

/// How high a menu is that is nothing but a field which was asked for; 0 where none is.
float height_of_asked_field(const UiContext& ui);

} // namespace attn
