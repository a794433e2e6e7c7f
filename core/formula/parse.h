#pragma once

#include "core/formula/formula.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <string_view>

namespace attn {

/// Longer formulas and deeper nesting than this are refused.
constexpr std::size_t longest_formula = 4096;
constexpr int deepest_formula = 40;

/// Reads a small part of TeX's mathematics: letters, numbers, _ ^ and ', \frac, \sqrt, \sum and its like with limits,
/// \left( \right), \mathrm, \mathbf, \mathbb, \text, \operatorname, matrices (matrix, bmatrix, pmatrix), spaces, Greek
/// letters and common signs. An error names the place, counted in bytes from 1, and what was expected there.
Result<Formula> parse_formula(std::string_view tex);

/// Reads the same with names: <Q> is a thing that notations have a symbol for, and what stands between <heads(> and
/// <)heads> is a scope, whose meaning is the notation's too. (core/notation/in_notation.h)
Result<FormulaNode> parse_template(std::string_view tex);

} // namespace attn
