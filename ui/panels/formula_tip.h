#pragma once

#include "ui/panels/tip.h"

#include <optional>
#include <string_view>

namespace attn {

/// A tip that explains the symbols of a TeX formula, in the order in which they are written; `nullopt` if none is
/// known.
std::optional<Tip> tip_of_formula(const UiContext& ui, std::string_view tex);

} // namespace attn
