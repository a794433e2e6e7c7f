#pragma once

#include "core/figure/pictures/picture.h"
#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

/// The ways in which the stage can be drawn that are offered beside it: all. In a lesson, until everything is asked
/// for, those that need no words of their own: the matrix, how it is made, all heads, one token; and the one that is
/// shown.
std::vector<PictureId> offered_pictures(const UiContext& ui);

/// The ways in which what is in sight can be drawn, in the order of their table.
std::vector<Offer> found_pictures(const UiContext& ui);

/// The same for their menu: those of one kind together, beneath what they have in common.
std::vector<Offer> pictures_by_kind(const UiContext& ui);

/// What a picture has in common with others; empty: the menu does not know it.
std::string_view kind_of_picture(std::string_view name);

} // namespace attn
