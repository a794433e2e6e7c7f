#pragma once

#include "ui/panels/tip.h"

#include <optional>
#include <string_view>

namespace attn {

/// The tip of a head's map in the picture of the whole model, of a layer's number or of the word above these: lines
/// between the words that the heads read, of several heads their mean. `nullopt` for anything else.
std::optional<Tip> tip_of_heads_in_model(const UiContext& ui, std::string_view target);

} // namespace attn
