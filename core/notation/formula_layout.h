// Changes of a formula's tree before its symbols are inserted: conditions, layers with one head, tokens as columns.

#pragma once

#include "core/formula/formula.h"
#include "core/notation/in_notation.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn {

/// True if the layer has the array.
bool has(const Notation& notation, ArrayId array);

/// True if a mask, a bias or a cap is applied between the scaled scores and softmax.
bool changes_scores(const Notation& notation);

/// True if the contents of <scope(> and <)scope> are written: for "heads" if there are several heads. nullopt if the
/// scope is not a condition.
std::optional<bool> is_written(std::string_view scope, const Notation& notation);

/// Returns the nodes with all conditions resolved: e.g. the contents of <heads(> and <)heads> stay if there are several
/// heads.
std::vector<FormulaNode> decided(std::vector<FormulaNode> nodes, const Notation& notation);

/// Returns the nodes without heads' numbers: ^{(<h>)}, _{<h>}, <of h>.
std::vector<FormulaNode> without_head(std::vector<FormulaNode> nodes);

/// True if the node ends with the letter of a matrix or a bracket, not counting exponents. The indices of a small
/// letter, such as q_{, count something, and are not the row and column of a matrix.
bool is_matrix(const FormulaNode& node);

/// Swaps the row and column indices of a cell: <i>,<column> or <i><column>. A key's index followed by a query's stays,
/// since the formula itself chose that order.
void turn_place_around(FormulaNode& below);

/// Appends nodes to a row. The first one gets the space before them; scripts without a base, like those of <of h>, are
/// attached to the node before them.
void add_all(std::vector<FormulaNode>& into, std::vector<FormulaNode> nodes, bool is_spaced);

} // namespace attn
