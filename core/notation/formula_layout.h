// What a formula's tree becomes before its symbols are put in: conditions, the only head, tokens as columns.

#pragma once

#include "core/formula/formula.h"
#include "core/notation/in_notation.h"

#include <vector>

namespace attn {

/// True if the layer has the array.
bool has(const Notation& notation, ArrayId array);

/// True if a mask, a bias or a cap stands between the scaled scores and softmax.
bool changes_scores(const Notation& notation);

/// The nodes with every condition decided: what stands between <heads(> and <)heads> stays where there are several
/// heads.
std::vector<FormulaNode> decided(std::vector<FormulaNode> nodes, const Notation& notation);

/// The nodes without numbers of heads: ^{(<h>)}, _{<h>}, <of h>.
std::vector<FormulaNode> without_head(std::vector<FormulaNode> nodes);

/// True if the last letters of the node, without its exponent, are those of a matrix, or a bracket ends there. A small
/// letter, q_{, says whose number it is, and not where that stands.
bool is_matrix(const FormulaNode& node);

/// Turns the indices of a cell's place around: <i>,<column> and <i><column>. Those of a query behind a key's are an
/// order of the formula's own.
void turn_place_around(FormulaNode& below);

/// Takes the nodes of a row into another: the first keeps the space before what they stand for, and scripts without a
/// base, as those of <of h>, go to what is before them.
void add_all(std::vector<FormulaNode>& into, std::vector<FormulaNode> nodes, bool is_spaced);

} // namespace attn
