#pragma once

#include "tests/judge/equations.h"
#include "tests/judge/formula_arithmetic.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::test {

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

} // namespace attn::test
