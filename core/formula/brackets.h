#pragma once

#include "core/formula/boxes.h"

#include <string_view>

namespace attn {

/// Returns a bracket that extends `above` and `below` the baseline, with strokes as thick as at `size`. Signs that
/// cannot be drawn ("⟨") are enlarged letters.
FormulaBoxes tall_bracket(std::string_view sign, float above, float below, float size, const MeasureLetters& measure);

/// Returns a root sign from `top` to `bottom` (y increases downwards), without the bar over its contents.
FormulaBoxes root_sign(float top, float bottom, float size, float thickness);

} // namespace attn
