#pragma once

#include "tests/judge/equations.h"
#include "tests/judge/formula_arithmetic.h"

namespace attn::test {

/// The matrix as the reference has it, with tokens as rows.
Eigen::MatrixXd stored_matrix(ArrayId array, Index head, const SpokenOf& layer);
/// The matrices of all heads that have their own, side by side; those of the output's weights one below the other.
Eigen::MatrixXd matrix_of_all_heads(ArrayId array, const SpokenOf& layer);

/// An array as it is shown, with tokens as rows or columns.
FormulaValue value_of_array(ArrayId array, Index head, const SpokenOf& layer);

/// The value of a cell, with indices as stored; for an array of one column that of the row.
FormulaValue value_of_cell(ArrayId array, Index head, Index row, Index column, const SpokenOf& layer);

/// True if two arrays hold the same numbers in all heads.
bool equal_everywhere(ArrayId left, ArrayId right, const SpokenOf& layer);

} // namespace attn::test
