#pragma once

#include "tests/judge/equations.h"
#include "tests/judge/formula_arithmetic.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::test {

/// The context of an expression.
struct FormulaPlace {
    const Formula& formula;
    const std::vector<FormulaName>& names;
    const SpokenOf& layer;
    std::optional<ArrayId> owner;           ///< the array that the formula defines
    std::map<std::string, Index> indices{}; ///< values from 0, by the index's symbol
};

/// The value of the expression. Throws FormulaUnread or FormulaMisfit.
FormulaValue value_of(std::span<const FormulaNode> expression, const FormulaPlace& place);

} // namespace attn::test
