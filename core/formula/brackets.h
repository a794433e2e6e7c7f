#pragma once

#include "core/formula/boxes.h"

#include <string_view>

namespace attn {

/// A bracket that reaches `above` and `below` the baseline, drawn for that size; its parts are as thick as at `size`.
/// For signs that cannot be drawn ("⟨") the letters themselves, enlarged.
FormulaBoxes tall_bracket(std::string_view sign, float above, float below, float size, const MeasureLetters& measure);

/// The sign of a root from `top` to `bottom` (y grows downwards), without the bar over what it covers.
FormulaBoxes root_sign(float top, float bottom, float size, float thickness);

} // namespace attn
