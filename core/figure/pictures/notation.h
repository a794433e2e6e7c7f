#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"
#include "core/notation/in_notation.h"

#include <string>
#include <string_view>

namespace attn {

/// TeX set as it stands; where it cannot be read, its letters.
Typeset set_tex(const DrawContext& drawing, const std::string& tex, float size, Colour colour);

/// TeX set as it stands, with the names of its symbols.
Typeset set_tex(const DrawContext& drawing, NamedTex tex, float size, Colour colour);

/// A formula in the session's notation, set with the selected head's number.
Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour);

/// A formula in the session's notation, set with the number of the head `head`.
Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour, Index head);

/// A formula in the session's notation, set for a general head.
Typeset set_general_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour);

/// The sign between two numbers that are multiplied, as the session's notes write it.
std::string times_sign(const DrawContext& drawing);

} // namespace attn
