// Operations on formulas: splitting an equation into its sides, comparing formulas, replacing parts.

#pragma once

#include "core/formula/formula.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Returns the sides of "a = b = c", split at equals signs outside of braces, brackets and matrices. An arrow ends the
/// equation: nodes after it belong to the last side.
std::vector<FormulaNode> sides_of(const FormulaNode& formula);

/// Returns the equation with these sides.
FormulaNode joined_sides(std::vector<FormulaNode> sides);

/// Returns the TeX of an equation, split before its equals signs: "a", "= b", "= c". TeX that cannot be read is one
/// piece.
std::vector<std::string> pieces_of(std::string_view tex);

/// Returns the parts of a formula that can be on lines of their own: each but the first begins with = or +, outside of
/// brackets.
std::vector<FormulaNode> lines_of(const FormulaNode& formula);

/// True if both look the same, except for spaces, braces and capitals in words: \mathrm{Softmax} and softmax.
bool look_alike(const FormulaNode& one, const FormulaNode& other);

using NodeTest = std::function<bool(const FormulaNode&)>;
/// True if the test holds for the formula or any part of it.
bool has_part(const FormulaNode& formula, const NodeTest& test);

using NodeChange = std::function<std::optional<FormulaNode>(const FormulaNode&)>;
/// Returns the formula with each part replaced by the result of `change`, if that returns one. Replaced parts are not
/// changed again.
FormulaNode with_parts(FormulaNode formula, const NodeChange& change);

} // namespace attn
