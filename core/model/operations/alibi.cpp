// Attention with linear biases: each step between query and key lowers the score. (Press et al. 2022, section 3)

#include "core/model/layer.h"
#include "core/model/operation.h"

#include <bit>
#include <cmath>
#include <cstdlib>

namespace attn::operations {

namespace {

/// The slope of a head: 2^(−8h/H) for head h = 1 … H. If H is not a power of two, the heads beyond the next lower power
/// of two have every second slope of twice as many heads.
double slope(Index head, Index heads) {
    const auto power = static_cast<Index>(std::bit_floor(static_cast<std::size_t>(heads)));
    const double exponent = head < power ? static_cast<double>(head + 1) / static_cast<double>(power)
                                         : static_cast<double>(2 * (head - power) + 1) / static_cast<double>(2 * power);
    return std::exp2(-8 * exponent);
}

Index head_count(const Layer& layer) {
    return static_cast<Index>(layer.heads.size());
}

void fill_biases(const Layer& layer, Address slot, Operands& /*none*/, const View& result) {
    const double cost = slope(slot.head, head_count(layer));
    for (Index i = 0; i < result.rows; ++i)
        for (Index j = 0; j < result.columns; ++j)
            result(i, j) = static_cast<float>(-cost * static_cast<double>(std::abs(i - j)));
}

/// Explains a bias: −distance · slope.
void explain_bias(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Factor distance{std::nullopt, static_cast<float>(-std::abs(cell.row - cell.column))};
    const Factor cost{std::nullopt, static_cast<float>(slope(cell.head, head_count(operands.layer())))};
    explanation.rule = Rule::product;
    explanation.terms.push_back(product_term(distance, cost));
    explanation.add_up();
}

} // namespace

const Operation alibi{.id = OperationId::alibi, .compute = fill_biases, .explain = explain_bias};

} // namespace attn::operations
