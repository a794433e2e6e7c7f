#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/menu_places.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace attn {

struct MenuRow {
    Menu id{};
    std::string_view name;    ///< "mask": opened by "action:menu/mask"
    std::string_view label{}; ///< of the line in the help menu that opens it; empty: a button does
};

std::span<const MenuRow> menus();
std::optional<Menu> find_menu(std::string_view name);

/// What the menu offers now: the rows of commands and fields that stand in it. An offer with an empty target parts
/// groups: its label stands above the next, or it is a rule.
std::vector<Offer> offers_of_menu(const UiContext& ui, Menu menu);

} // namespace attn
