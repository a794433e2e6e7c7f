#include "core/model/norm.h"

#include "core/model/operation.h"

namespace attn::operations {

namespace {

bool same_normalisation(const Layer& before, const Layer& after, Address /*slot*/) {
    return before.norm.kind == after.norm.kind && before.norm.epsilon == after.norm.epsilon;
}

void normalise_rows(const Layer& layer, Address /*slot*/, Operands& operands, const View& result) {
    normalise(layer.norm, operands.view(0), result);
}

/// (r − mean) · factor · gain + bias, with the factor multiplied into the gain.
void explain_norm(const CellOperands& operands, Explanation& explanation) {
    const Norm& norm = operands.layer().norm;
    const CellId& cell = operands.cell();
    const RowNorm row = row_norm(norm, operands.matrix(0).row(cell.row));
    const double gain = operands.has(1) ? row.factor * static_cast<double>(norm.gain(0, cell.column)) : 1;
    const Factor right{std::nullopt, static_cast<float>(gain)};
    const Factor own = operands.factor(0, cell.row, cell.column);
    explanation.rule = Rule::sum_of_products;
    explanation.terms = {{own, right, static_cast<double>(own.value) * gain}};
    if (norm.kind == Norm::Kind::layer)
        explanation.terms.push_back({{std::nullopt, static_cast<float>(-row.mean)}, right, -row.mean * gain});
    if (operands.has(2))
        explanation.terms.push_back(single_term(operands.factor(2, 0, cell.column)));
    explanation.add_up();
}

std::string norm_in_python(const PythonOperands& operands) {
    return "normed(" + operands[0] + ")";
}

} // namespace

const Operation norm{.id = OperationId::norm,
                     .picture = NaturalPicture::equation,
                     .magnitude = Magnitude::own,
                     .same_options = same_normalisation,
                     .by_rows = true,
                     .compute = normalise_rows,
                     .explain = explain_norm,
                     .python = norm_in_python};

} // namespace attn::operations
