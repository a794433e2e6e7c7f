#include "core/model/layer.h"
#include "core/model/operation.h"
#include "core/tensor/cellwise.h"

namespace attn::operations {

namespace {

bool same_factor(const Layer& before, const Layer& after, Address /*slot*/) {
    return score_factor(before) == score_factor(after);
}

void scale_all(const Layer& layer, Address /*slot*/, Operands& operands, const View& result) {
    scaled_copy(operands.view(0), score_factor(layer), result);
}

void explain_scaled(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Factor factor{std::nullopt, static_cast<float>(score_factor(operands.layer()))};
    explanation.rule = Rule::product;
    explanation.terms.push_back(product_term(operands.factor(0, cell.row, cell.column), factor));
    explanation.add_up();
}

std::string scaled_in_python(const PythonOperands& operands) {
    return operands[0] + " * scale";
}

} // namespace

const Operation scale{.id = OperationId::scale,
                      .picture = NaturalPicture::equation,
                      .magnitude = Magnitude::scaled,
                      .same_options = same_factor,
                      .by_rows = true,
                      .by_columns = true,
                      .compute = scale_all,
                      .explain = explain_scaled,
                      .python = scaled_in_python};

} // namespace attn::operations
