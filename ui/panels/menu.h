#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

#include <string_view>
#include <vector>

namespace attn {

/// The prefix of a disabled entry's target; the target's value says why the entry is disabled.
constexpr std::string_view greyed_prefix = "greyed:";

/// Returns the offers of a menu. "more" has the buttons for which there is no room in a bar of `window_width`.
/// "scale/field:temperature" is the menu's field that the user asked for.
std::vector<Offer> menu_offers(const UiContext& ui, std::string_view menu, float window_width);

/// Adds the open menu, hanging from `anchor` or, for a menu about a matrix that `beneath` shows, beside that matrix.
void menu_panel(Scene& scene, const UiContext& ui, const Box& window, Point anchor, const DisplayList& beneath);

/// Returns the height of a menu that consists only of a requested field; 0 if none is open.
float height_of_asked_field(const UiContext& ui);

} // namespace attn
