#include "core/model/operation.h"
#include "core/tensor/cellwise.h"

namespace attn::operations {

namespace {

constexpr std::size_t most_summands = 4;

/// Adds the operands in their order; operands may be missing.
void add_all(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    const ConstView first = operands.view(0);
    bool is_begun = false;
    for (std::size_t i = 1; i < most_summands; ++i) {
        const ConstView next = operands.view(i);
        if (next.rows == 0)
            continue;
        if (is_begun)
            attn::add(next, result);
        else
            sum(first, next, result);
        is_begun = true;
    }
    if (!is_begun)
        attn::copy(first, result);
}

void explain_sum(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    explanation.rule = Rule::sum;
    for (std::size_t i = 0; i < most_summands; ++i)
        if (operands.has(i))
            explanation.terms.push_back(single_term(operands.factor(i, cell.row, cell.column)));
    explanation.add_up();
}

std::string sum_in_python(const PythonOperands& operands) {
    std::string sum;
    for (const std::string& code : operands.code)
        if (!code.empty())
            sum += (sum.empty() ? "" : " + ") + code;
    return sum;
}

void copy_all(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    attn::copy(operands.view(0), result);
}

void explain_copy(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    explanation.rule = Rule::copy;
    explanation.terms = {single_term(operands.factor(0, cell.row, cell.column))};
    explanation.add_up();
}

std::string copy_in_python(const PythonOperands& operands) {
    return operands[0];
}

} // namespace

const Operation add{.id = OperationId::add,
                    .picture = NaturalPicture::equation,
                    .magnitude = Magnitude::operands,
                    .sign = "+",
                    .by_rows = true,
                    .by_columns = true,
                    .compute = add_all,
                    .explain = explain_sum,
                    .python = sum_in_python};

const Operation add_beside{.id = OperationId::add_beside,
                           .picture = NaturalPicture::equation,
                           .magnitude = Magnitude::operands,
                           .sign = "+",
                           .by_rows = true,
                           .by_columns = true,
                           .compute = add_all,
                           .explain = explain_sum,
                           .python = sum_in_python};
const Operation copy{.id = OperationId::copy,
                     .picture = NaturalPicture::matrix,
                     .by_rows = true,
                     .by_columns = true,
                     .compute = copy_all,
                     .explain = explain_copy,
                     .python = copy_in_python};

} // namespace attn::operations
