// The parts of softmax, row by row: maximum, exponentials, sum, quotient. (Vaswani et al. 2017, section 3.2.1)

#include "core/tensor/softmax.h"

#include "core/model/operation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn::operations {

namespace {

/// Adds a term for each cell of the operand's row.
void take_row(const CellOperands& operands, Explanation& explanation) {
    const Index columns = operands.matrix(0).columns();
    for (Index j = 0; j < columns; ++j)
        explanation.terms.push_back(single_term(operands.factor(0, operands.cell().row, j)));
}

/// Sets two terms: the cell of the first operand, and the second operand's number for the row.
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

/// Softmax of each row in one step, without storing maximum, exponentials and sum.
void share_rows(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    const ConstView all = operands.view(0);
    for (Index i = 0; i < result.rows; ++i) {
        std::array<float, 2> parts{};
        const View largest{parts.data(), 1, 1, 1};
        const View sum{parts.data() + 1, 1, 1, 1};
        const ConstView row = rows_of(all, {i, i + 1});
        const View shares = rows_of(result, {i, i + 1});
        row_maxima(row, largest);
        shifted_exponentials(row, largest, shares);
        row_sums(shares, sum);
        row_shares(shares, sum, shares);
    }
}

void explain_share(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Matrix all = operands.matrix(0);
    const auto row = all.row(cell.row);
    const auto largest = static_cast<double>(*std::ranges::max_element(row));
    double sum = 0;
    for (const float score : row)
        sum += std::exp(static_cast<double>(score) - largest);
    const double own = std::exp(static_cast<double>(all(cell.row, cell.column)) - largest);
    explanation.rule = Rule::quotient;
    explanation.terms = {single_term(Factor{std::nullopt, static_cast<float>(own)}),
                         single_term(Factor{std::nullopt, static_cast<float>(sum)})};
    explanation.recomputed = own / sum;
}

std::string softmax_in_python(const PythonOperands& operands) {
    return "softmax(" + operands[0] + ")";
}

std::string function_of_softmax(const Layer& /*layer*/, std::string_view module) {
    return fmt::format(R"(def softmax(rows):
    shares = {0}.exp(double(rows) - {0}.amax(double(rows), -1, keepdims=True))
    return shares / shares.sum(-1, keepdims=True)
)",
                       module);
}

} // namespace

const Operation softmax{.id = OperationId::softmax,
                        .picture = NaturalPicture::matrix,
                        .by_rows = true,
                        .compute = share_rows,
                        .explain = explain_share,
                        .python = softmax_in_python,
                        .python_function = function_of_softmax};
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
