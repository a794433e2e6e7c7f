// A gate on each head's output: a factor for every number. (Qiu et al. 2025, "Gated Attention for Large Language
// Models", section 2.2)

#include "core/model/operation.h"
#include "core/tensor/products.h"

#include <cmath>
#include <fmt/core.h>

namespace attn::operations {

namespace {

double logistic(double value) {
    return 1 / (1 + std::exp(-value));
}

/// 1 / (1 + exp(−x_i · w_c)); the scalar product is rounded to float32.
void fill_gate(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    attn::product(operands.view(0), operands.view(1), result);
    for (Index i = 0; i < result.rows; ++i)
        for (float& value : result.row(i))
            value = static_cast<float>(logistic(static_cast<double>(value)));
}

void explain_gate(const CellOperands& operands, Explanation& explanation) {
    explain_product(operands, explanation);
    explanation.rule = Rule::logistic;
    explanation.recomputed = logistic(explanation.recomputed);
}

std::string gate_in_python(const PythonOperands& operands) {
    return fmt::format("1 / (1 + {}.exp(-({} @ {})))", operands.module, operands[0], operands[1]);
}

void multiply_cells(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    const ConstView left = operands.view(0);
    const ConstView right = operands.view(1);
    for (Index i = 0; i < result.rows; ++i)
        for (Index c = 0; c < result.columns; ++c)
            result(i, c) = left(i, c) * right(i, c);
}

void explain_cell_product(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    explanation.rule = Rule::product;
    explanation.terms = {
        product_term(operands.factor(0, cell.row, cell.column), operands.factor(1, cell.row, cell.column))};
    explanation.add_up();
}

std::string cell_product_in_python(const PythonOperands& operands) {
    return operands[0] + " * " + operands[1];
}

} // namespace

const Operation gate{.id = OperationId::gate,
                     .by_rows = true,
                     .by_columns = true,
                     .compute = fill_gate,
                     .explain = explain_gate,
                     .python = gate_in_python};
const Operation multiply{.id = OperationId::multiply,
                         .picture = NaturalPicture::equation,
                         .magnitude = Magnitude::own,
                         .sign = "∘",
                         .by_rows = true,
                         .by_columns = true,
                         .compute = multiply_cells,
                         .explain = explain_cell_product,
                         .python = cell_product_in_python};

} // namespace attn::operations
