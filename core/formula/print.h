// A formula's tree as text: TeX, or letters that need no formula.

#pragma once

#include "core/formula/formula.h"

#include <string>
#include <string_view>

namespace attn {

/// The TeX of a formula as it was written, and the names of its symbols. Braces stand where they stood, and around
/// what takes the place of one letter: \sum_<head> with the symbol "h'" is \sum_{h'}.
NamedTex tex_of(const FormulaNode& formula);

/// The formula in Unicode letters, as windows, SVG and terminals write it within words: "α", "dₖ", "W_Q⁽²⁾", "Q̄". An
/// index or exponent is written with small letters if all of its letters have one, else behind "_" or "^".
std::string letters_of(const FormulaNode& formula);

/// The same of TeX; TeX that cannot be read stays as it is.
std::string letters_of_tex(std::string_view tex);

} // namespace attn
