// Combining the heads: their outputs side by side, and the sum of their contributions.

#include "core/model/layer.h"
#include "core/model/operation.h"
#include "core/tensor/cellwise.h"
#include "core/tensor/region.h"

#include <algorithm>

namespace attn::operations {

namespace {

/// Copies the head's output; `result` is the head's block of columns.
void put_beside(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    attn::copy(operands.view(0), result);
}

void explain_copy(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Index width = operands.matrix(0).columns();
    explanation.rule = Rule::copy;
    explanation.terms.push_back(
        single_term(operands.factor_of_head(0, cell.column / width, cell.row, cell.column % width)));
    explanation.add_up();
}

std::string beside_in_python(const PythonOperands& operands) {
    return operands[0] + ".swapaxes(1, 2).reshape(B, S_q, H * d_v)";
}

/// Adds the contributions of all heads. Works on a few rows at a time, which stay in the cache until all heads are
/// added; on more rows if the contributions are not stored but computed here, one head at a time.
void add_heads(const Layer& layer, Address /*slot*/, Operands& operands, const View& result) {
    const Index rows_at_a_time = operands.is_stored(0) ? 8 : 256;
    const auto heads = static_cast<Index>(layer.heads.size());
    const ConstView bias = operands.view(1);
    for (Index first = 0; first < result.rows; first += rows_at_a_time) {
        const IndexRange rows{first, std::min(first + rows_at_a_time, result.rows)};
        const View sum = rows_of(result, rows);
        const bool are_two_there = heads > 1 && operands.is_stored(0);
        if (are_two_there)
            attn::sum(operands.view_rows(0, 0, rows), operands.view_rows(0, 1, rows), sum);
        else
            attn::copy(operands.view_rows(0, 0, rows), sum);
        for (Index h = are_two_there ? 2 : 1; h < heads; ++h)
            attn::add(operands.view_rows(0, h, rows), sum);
        if (bias.rows > 0)
            add_to_rows(bias, sum);
    }
}

void explain_heads(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    explanation.rule = Rule::sum;
    for (Index h = 0; h < static_cast<Index>(operands.layer().heads.size()); ++h)
        explanation.terms.push_back(single_term(operands.factor_of_head(0, h, cell.row, cell.column)));
    if (operands.has(1))
        explanation.terms.push_back(single_term(operands.factor(1, 0, cell.column)));
    explanation.add_up();
}

std::string heads_in_python(const PythonOperands& operands) {
    return operands[0] + ".sum(1)" + (operands[1].empty() ? "" : " + " + operands[1]);
}

} // namespace

const Operation side_by_side{.id = OperationId::side_by_side,
                             .picture = NaturalPicture::side_by_side,
                             .magnitude = Magnitude::operands,
                             .by_rows = true,
                             .by_columns = true,
                             .compute = put_beside,
                             .explain = explain_copy,
                             .python = beside_in_python};
const Operation sum_over_heads{.id = OperationId::sum_over_heads,
                               .picture = NaturalPicture::sum,
                               .magnitude = Magnitude::heads,
                               .by_rows = true,
                               .by_columns = true,
                               .compute = add_heads,
                               .explain = explain_heads,
                               .python = heads_in_python};

} // namespace attn::operations
