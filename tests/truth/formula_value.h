#pragma once

#include "tests/truth/equations.h"

#include <Eigen/Core>
#include <functional>
#include <map>
#include <stdexcept>

namespace attn::test {

/// What an expression comes to: one number, or a matrix as it is shown.
struct FormulaValue {
    Eigen::MatrixXd numbers;
    double slack = 0; ///< half a unit of the last digit of written numbers
};

/// Why an expression cannot be worked out.
struct FormulaUnread : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Matrices that cannot be multiplied or added.
struct FormulaMisfit : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Where an expression stands.
struct FormulaPlace {
    const Formula& formula;
    const std::vector<FormulaName>& names;
    const SpokenOf& layer;
    std::optional<ArrayId> owner;           ///< of what the formula is
    std::map<std::string, Index> indices{}; ///< by the symbol of the index, from 0
};

/// Throws FormulaUnread or FormulaMisfit.
FormulaValue value_of(std::span<const FormulaNode> expression, const FormulaPlace& place);
/// An array as it is shown, tokens as rows or columns.
FormulaValue value_of_array(ArrayId array, Index head, const SpokenOf& layer);

/// One of its cells, as it is stored; of an array of one column that of the row.
FormulaValue value_of_cell(ArrayId array, Index head, Index row, Index column, const SpokenOf& layer);

/// Whether two arrays hold the same numbers in all heads.
bool equal_everywhere(ArrayId left, ArrayId right, const SpokenOf& layer);

/// A symbol of an array as it stands in a formula.
struct WrittenSymbol {
    std::string letters; ///< without indices of cells; any head's number as h
    std::vector<ArrayId> arrays;
    std::string name;
};
std::vector<WrittenSymbol> symbols_in(const NamedTex& formula, const SpokenOf& layer);

void for_each_leaf(const FormulaNode& node, const std::function<void(const FormulaNode&)>& see);
/// Where in the TeX the first letter stands.
std::size_t first_place(std::span<const FormulaNode> nodes);

} // namespace attn::test
