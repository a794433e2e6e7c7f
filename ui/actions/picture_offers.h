#pragma once

#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

/// The ways in which what is in sight can be drawn, in the order of their table.
std::vector<Offer> found_pictures(const UiContext& ui);

/// The same for their menu: those of one kind together, beneath what they have in common.
std::vector<Offer> pictures_by_kind(const UiContext& ui);

/// What a picture has in common with others; empty: the menu does not know it.
std::string_view kind_of_picture(std::string_view name);

} // namespace attn
