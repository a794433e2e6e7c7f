#pragma once

#include "core/figure/text.h"
#include "ui/desk.h"
#include "ui/scene.h"

#include <string>

namespace attn {

/// A formula set in the theme's ink, with the selected head's number in the place of (h).
Typeset set_formula(const Desk& desk, const std::string& tex, float size, Colour colour);

/// The same for a general head: (h) stays.
Typeset set_general_formula(const Desk& desk, const std::string& tex, float size, Colour colour);

} // namespace attn
