// Operations on formulas: cutting an equation into its sides, comparing two formulas, replacing parts.

#pragma once

#include "core/formula/formula.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The sides of "a = b = c", cut at the equals signs that stand in no braces, brackets or matrix. An arrow ends the
/// equation: what stands behind it belongs to the last side.
std::vector<FormulaNode> sides_of(const FormulaNode& formula);

/// The equation of these sides.
FormulaNode joined_sides(std::vector<FormulaNode> sides);

/// The TeX of an equation, cut before its equals signs: "a", "= b", "= c". TeX that cannot be read is one piece.
std::vector<std::string> pieces_of(std::string_view tex);

/// The parts of a formula that can stand on lines of their own: each but the first begins with = or +, outside of
/// brackets.
std::vector<FormulaNode> lines_of(const FormulaNode& formula);

/// True if both are written alike, but for spaces, braces, and capitals in words: \mathrm{Softmax} and softmax.
bool look_alike(const FormulaNode& one, const FormulaNode& other);

using NodeTest = std::function<bool(const FormulaNode&)>;
/// True if the test holds for the formula or for a part of it.
bool has_part(const FormulaNode& formula, const NodeTest& test);

using NodeChange = std::function<std::optional<FormulaNode>(const FormulaNode&)>;
/// The formula with what `change` makes in the place of each part that it changes. What was put in is not changed
/// again.
FormulaNode with_parts(FormulaNode formula, const NodeChange& change);

} // namespace attn
