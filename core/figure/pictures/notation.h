#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"
#include "core/notation/in_notation.h"

#include <string>
#include <string_view>

namespace attn {

/// Lays out TeX as it stands; TeX that cannot be parsed is shown as its letters.
Typeset set_tex(const DrawContext& drawing, const std::string& tex, float size, Colour colour);

/// Lays out TeX as it stands; its symbols have names.
Typeset set_tex(const DrawContext& drawing, NamedTex tex, float size, Colour colour);

/// Lays out a formula in the session's notation, with the number of the selected head.
Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour);

/// Lays out a formula in the session's notation, with the number of `head`.
Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour, Index head);

/// Lays out a formula in the session's notation, with a letter for the head.
Typeset set_general_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour);

/// The sign between two factors in the session's notation.
std::string times_sign(const DrawContext& drawing);

} // namespace attn
