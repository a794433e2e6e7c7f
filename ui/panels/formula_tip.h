#pragma once

#include "ui/panels/tip.h"

#include <optional>
#include <string_view>

namespace attn {

/// What the symbols of a formula in TeX stand for, in the order in which they are written.
std::optional<Tip> tip_of_formula(const UiContext& ui, std::string_view tex);

} // namespace attn
