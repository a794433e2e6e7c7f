// The parts of softmax, row by row: maximum, exponentials, sum, quotient. (Vaswani et al. 2017, section 3.2.1)

#include "core/tensor/softmax.h"

#include "core/model/operation.h"

#include <cmath>
#include <fmt/core.h>

namespace attn::operations {

namespace {

/// One term for each cell of the operand's row.
void take_row(const CellOperands& operands, Explanation& explanation) {
    const Index columns = operands.matrix(0).columns();
    for (Index j = 0; j < columns; ++j)
        explanation.terms.push_back(single_term(operands.factor(0, operands.cell().row, j)));
}

/// The own cell of the first operand, and the row's number of the second.
void take_pair(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    explanation.terms = {single_term(operands.factor(0, cell.row, cell.column)),
                         single_term(operands.factor(1, cell.row, 0))};
}

void find_maxima(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    row_maxima(operands.view(0), result);
}

void explain_maximum(const CellOperands& operands, Explanation& explanation) {
    explanation.rule = Rule::maximum;
    take_row(operands, explanation);
    double largest = explanation.terms.front().value;
    for (const Term& term : explanation.terms)
        largest = std::isnan(term.value) || term.value > largest ? term.value : largest;
    explanation.recomputed = largest;
}

std::string maximum_in_python(const PythonOperands& operands) {
    return fmt::format("{}.amax({}, -1, keepdims=True)", operands.module, operands[0]);
}

void find_exponentials(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    shifted_exponentials(operands.view(0), operands.view(1), result);
}

void explain_exponential(const CellOperands& operands, Explanation& explanation) {
    explanation.rule = Rule::exponential;
    take_pair(operands, explanation);
    const double largest = explanation.terms[1].value;
    const bool all_masked = std::isinf(largest) && largest < 0;
    explanation.recomputed = all_masked ? 0 : std::exp(explanation.terms[0].value - largest);
}

std::string exponential_in_python(const PythonOperands& operands) {
    return fmt::format("{0}.exp({1} - {0}.where({2} == -inf, {0}.zeros_like({2}), {2}))", operands.module, operands[0],
                       operands[1]);
}

void add_rows_up(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    row_sums(operands.view(0), result);
}

void explain_row_sum(const CellOperands& operands, Explanation& explanation) {
    explanation.rule = Rule::sum;
    take_row(operands, explanation);
    explanation.add_up();
}

std::string row_sum_in_python(const PythonOperands& operands) {
    return operands[0] + ".sum(-1, keepdims=True)";
}

void divide_by_row(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    row_shares(operands.view(0), operands.view(1), result);
}

void explain_quotient(const CellOperands& operands, Explanation& explanation) {
    explanation.rule = Rule::quotient;
    take_pair(operands, explanation);
    const double sum = explanation.terms[1].value;
    explanation.recomputed = sum == 0 ? 0 : explanation.terms[0].value / sum;
}

std::string quotient_in_python(const PythonOperands& operands) {
    return fmt::format("{1} / {0}.where({2} == 0, {0}.ones_like({2}), {2}) * ({2} != 0)", operands.module, operands[0],
                       operands[1]);
}

} // namespace

const Operation row_maximum{.id = OperationId::row_maximum,
                            .picture = NaturalPicture::softmax_row,
                            .magnitude = Magnitude::operands,
                            .by_rows = true,
                            .compute = find_maxima,
                            .explain = explain_maximum,
                            .python = maximum_in_python};
const Operation exponential{.id = OperationId::exponential,
                            .picture = NaturalPicture::softmax_row,
                            .by_rows = true,
                            .by_columns = true,
                            .compute = find_exponentials,
                            .explain = explain_exponential,
                            .python = exponential_in_python};
const Operation row_sum{.id = OperationId::row_sum,
                        .picture = NaturalPicture::softmax_row,
                        .by_rows = true,
                        .compute = add_rows_up,
                        .explain = explain_row_sum,
                        .python = row_sum_in_python};
const Operation quotient{.id = OperationId::quotient,
                         .picture = NaturalPicture::softmax_row,
                         .by_rows = true,
                         .compute = divide_by_row,
                         .explain = explain_quotient,
                         .python = quotient_in_python};

} // namespace attn::operations
