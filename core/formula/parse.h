#pragma once

#include "core/formula/formula.h"
#include "core/tensor/result.h"

#include <cstddef>
#include <string_view>

namespace attn {

/// The limits of a formula's bytes and of its nesting.
constexpr std::size_t longest_formula = 4096;
constexpr int deepest_formula = 40;

/// Parses a small part of TeX's mathematics: letters, numbers, _ ^ and ', \frac, \sqrt, \sum and similar operators with
/// limits, \left( \right), \mathrm, \mathbf, \mathbb, \text, \operatorname, matrices (matrix, bmatrix, pmatrix),
/// spaces, Greek letters and common signs. The error gives the position, in bytes from 1, and what was expected there.
Result<Formula> parse_formula(std::string_view tex);

/// Parses a formula with names: <Q> is a symbol of the notation, and <heads(> … <)heads> is a scope with a meaning in
/// the notation. (core/notation/in_notation.h)
Result<FormulaNode> parse_template(std::string_view tex);

} // namespace attn
