#pragma once

#include "core/handouts/step_formulas.h"

#include <string>
#include <string_view>

namespace attn {

/// The TeX of a displayed formula, with \stepside before each equals sign, where TeX breaks it if a line is too short.
std::string displayed(std::string_view tex);

/// The TeX of a displayed formula with its numbers. `label`: the LaTeX label of its equation number; empty: no number.
std::string step_formula(const StepFormula& formula, const std::string& label = {});

} // namespace attn
