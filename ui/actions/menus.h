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
    std::string_view label{}; ///< label of its line in the help menu; empty: a button opens it
};

std::span<const MenuRow> menus();
std::optional<Menu> find_menu(std::string_view name);

/// The offers of a menu now, from the rows of actions and fields that are in it. An offer with an empty target
/// separates groups: its label is the next group's title, or, if empty, a rule is drawn.
std::vector<Offer> offers_of_menu(const UiContext& ui, Menu menu);

} // namespace attn
