#pragma once

#include "tests/judge/formula_symbols.h"
#include "tests/judge/formula_value.h"

#include <optional>
#include <string_view>
#include <vector>

namespace attn::test {

/// A row of a matrix; throws FormulaMisfit if there is none.
Eigen::MatrixXd row_at(const Eigen::MatrixXd& matrix, Index index);
/// A cell of a matrix; throws FormulaMisfit if there is none.
FormulaValue cell_at(const Eigen::MatrixXd& matrix, const std::vector<Index>& indices);

/// The values of the symbols in a formula: lengths, options, indices, arrays and their cells.
class SymbolValues {
public:
    /// Both arguments must outlive this object.
    SymbolValues(const FormulaPlace& place, const FormulaSymbols& symbols) : place_(place), symbols_(symbols) {}

    /// The value of one symbol, or of a written number.
    FormulaValue symbol_or_number(const FormulaNode& node) const;
    /// The value of an array's symbol with the scripts of the node.
    FormulaValue of_array(const FormulaNode& node, const NamedSymbol& symbol) const;
    /// All indices in a subscript: one letter each, or an expression between commas.
    std::vector<Index> indices_in(const FormulaNode& scripts, const FormulaName* symbol) const;
    /// The number that an index counts from.
    Index first_number(std::string_view name) const;

private:
    Index length(std::string_view name) const;
    double option(std::string_view name, const FormulaNode& node) const;
    /// The value of an index letter, or of a written number, from 0.
    Index index_value(const FormulaNode& node) const;
    bool is_head(const FormulaNode& node) const;
    std::optional<Index> head_in(const FormulaNode& node) const;
    ArrayId array_of(const NamedSymbol& symbol) const;
    bool exists(ArrayId array) const;

    const FormulaPlace& place_;
    const FormulaSymbols& symbols_;
};

} // namespace attn::test
