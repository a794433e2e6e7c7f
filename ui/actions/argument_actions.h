#pragma once

#include "ui/actions/arguments.h"
#include "ui/actions/menu_places.h"

#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// Something that the user can do with one of several things: "action:head/2" shows the second head.
struct ArgumentAction {
    std::string_view id;
    TakesArgument takes;
    MenuPlaces menus{};
    /// The offers of this action in a menu, and in the search; null: none.
    std::vector<Offer> (*offers)(const UiContext& ui, Menu menu) = nullptr;
    std::vector<Offer> (*found)(const UiContext& ui) = nullptr;
};

/// All argument actions; those that the search finds are in its order.
std::span<const ArgumentAction* const> argument_actions();

// The tables of argument actions.

/// Actions that choose, open or show something.
std::span<const ArgumentAction> choice_actions();
/// Actions of dialogs and of buttons beside fields.
std::span<const ArgumentAction> dialog_actions();
std::span<const ArgumentAction> export_dialog_actions();
std::span<const ArgumentAction> readout_actions();
/// Actions on the whole model around the layer.
std::span<const ArgumentAction> model_actions();
std::span<const ArgumentAction> layer_answer_actions();
std::span<const ArgumentAction> lesson_argument_actions();

} // namespace attn
