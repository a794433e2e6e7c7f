#pragma once

#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

/// The enabled actions whose name or description has all the words, names first.
std::vector<Offer> found_actions(const UiContext& ui, std::string_view words);

} // namespace attn
