#pragma once

#include "core/formula/boxes.h"

#include <string_view>

namespace attn {

/// A bracket that reaches `above` and `below` the baseline, with strokes as thick as at `size`. Signs that cannot be
/// drawn ("⟨") are enlarged letters.
FormulaBoxes tall_bracket(std::string_view sign, float above, float below, float size, const MeasureLetters& measure);

/// A root sign from `top` to `bottom` (y grows downwards), without the bar over its contents.
FormulaBoxes root_sign(float top, float bottom, float size, float thickness);

} // namespace attn
