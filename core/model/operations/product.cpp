// Matrix products: plain, with a bias, and the weighted sum of a head.

#include "core/model/arrays.h"
#include "core/model/operation.h"
#include "core/tensor/products.h"

#include <algorithm>

namespace attn::operations {

namespace {

/// True if rows are multiplied with rows. All recipes of an array agree in this, so the first is used.
bool meets_rows(ArrayId result) {
    return row_of(result).recipes[0].operands[1].reads == Reads::row_as_column;
}

void multiply_matrices(const Layer& /*layer*/, Address slot, Operands& operands, const View& result) {
    if (meets_rows(slot.array))
        product_with_transposed(operands.view(0), operands.view(1), result);
    else
        attn::product(operands.view(0), operands.view(1), result);
}

void multiply_and_add(const Layer& /*layer*/, Address /*slot*/, Operands& operands, const View& result) {
    attn::affine(operands.view(0), operands.view(1), operands.view(2), result);
}

std::string product_in_python(const PythonOperands& operands) {
    return operands[0] + " @ " + operands[1];
}

std::string affine_in_python(const PythonOperands& operands) {
    return product_in_python(operands) + (operands[2].empty() ? "" : " + " + operands[2]);
}

bool is_on(const Layer& layer, Index head) {
    return layer.heads[static_cast<std::size_t>(head)].on;
}

bool same_switch(const Layer& before, const Layer& after, Address slot) {
    return is_on(before, slot.head) == is_on(after, slot.head);
}

void mix_if_on(const Layer& layer, Address slot, Operands& operands, const View& result) {
    if (is_on(layer, slot.head))
        attn::product(operands.view(0), operands.view(1), result);
    else
        for (Index i = 0; i < result.rows; ++i)
            std::ranges::fill(result.row(i), 0.0F);
}

void explain_mix(const CellOperands& operands, Explanation& explanation) {
    if (is_on(operands.layer(), operands.cell().head))
        explain_product(operands, explanation);
    else
        explanation.rule = Rule::switched_off;
}

std::string mix_in_python(const PythonOperands& operands) {
    return "(" + product_in_python(operands) + ") * heads_on";
}

} // namespace

void explain_product(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const bool transposed = meets_rows(cell.array);
    const Index inner = operands.matrix(0).columns();
    explanation.rule = Rule::sum_of_products;
    explanation.terms.reserve(static_cast<std::size_t>(inner) + 1);
    for (Index c = 0; c < inner; ++c)
        explanation.terms.push_back(
            product_term(operands.factor(0, cell.row, c),
                         transposed ? operands.factor(1, cell.column, c) : operands.factor(1, c, cell.column)));
    if (operands.has(2))
        explanation.terms.push_back(single_term(operands.factor(2, 0, cell.column)));
    explanation.add_up();
}

const Operation affine{.id = OperationId::affine,
                       .picture = NaturalPicture::product,
                       .magnitude = Magnitude::product,
                       .by_rows = true,
                       .by_columns = true,
                       .compute = multiply_and_add,
                       .explain = explain_product,
                       .python = affine_in_python};
const Operation product{.id = OperationId::product,
                        .picture = NaturalPicture::product,
                        .magnitude = Magnitude::product,
                        .by_rows = true,
                        .by_columns = true,
                        .compute = multiply_matrices,
                        .explain = explain_product,
                        .python = product_in_python};
const Operation weighted_sum{.id = OperationId::weighted_sum,
                             .picture = NaturalPicture::product,
                             .magnitude = Magnitude::mixture,
                             .same_options = same_switch,
                             .by_rows = true,
                             .by_columns = true,
                             .compute = mix_if_on,
                             .explain = explain_mix,
                             .python = mix_in_python};

} // namespace attn::operations
