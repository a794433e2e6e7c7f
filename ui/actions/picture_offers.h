#pragma once

#include "core/figure/pictures/picture.h"
#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

/// The pictures offered beside the stage: all that fit. A lesson, until everything is to be shown, offers only those
/// that need no explanation (the matrix, how it is made, all heads, one token) and the one that is shown.
std::vector<PictureId> offered_pictures(const UiContext& ui);

/// The pictures that fit what is in sight, for the search, in the order of their table.
std::vector<Offer> found_pictures(const UiContext& ui);

/// The offers of the pictures' menu, grouped by kind, each group beneath its title.
std::vector<Offer> pictures_by_kind(const UiContext& ui);

/// The title of the menu's group that has the picture; empty if none has.
std::string_view kind_of_picture(std::string_view name);

} // namespace attn
