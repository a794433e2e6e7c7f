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
    /// What a menu in which it stands offers of it, and what the search by name does; none: nothing.
    std::vector<Offer> (*offers)(const UiContext& ui, Menu menu) = nullptr;
    std::vector<Offer> (*found)(const UiContext& ui) = nullptr;
};

/// All of them; of what the search finds, in its order.
std::span<const ArgumentAction* const> argument_actions();

// The tables that they stand in.

/// Of what can be chosen, opened and shown.
std::span<const ArgumentAction> choice_actions();
/// What stands in dialogs, and beside what it is for.
std::span<const ArgumentAction> dialog_actions();
std::span<const ArgumentAction> export_dialog_actions();
std::span<const ArgumentAction> readout_actions();
std::span<const ArgumentAction> layer_answer_actions();
std::span<const ArgumentAction> lesson_argument_actions();

} // namespace attn
