#include "core/model/operation.h"
#include "core/model/rotary.h"

namespace attn::operations {

namespace {

bool same_rotation(const Layer& before, const Layer& after, Address /*slot*/) {
    return before.rotary == after.rotary;
}

void rotate_rows(const Layer& layer, Address /*slot*/, Operands& operands, const View& result) {
    attn::rotate(layer.rotary, operands.view(0), result);
}

/// Explains a rotated cell: own · cos θ ± partner's · sin θ.
void explain_rotation(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Turn turn = turn_of(operands.layer().rotary, operands.matrix(0).columns(), cell.row, cell.column);
    const auto rotated = [&](Index column, double factor) {
        const Factor left = operands.factor(0, cell.row, column);
        return Term{left, Factor{std::nullopt, static_cast<float>(factor)}, static_cast<double>(left.value) * factor};
    };
    explanation.rule = Rule::sum_of_products;
    explanation.terms = {rotated(cell.column, turn.cosine)};
    if (turn.partner != cell.column)
        explanation.terms.push_back(rotated(turn.partner, turn.sine));
    explanation.angle = {cell.row, turn.frequency};
    explanation.add_up();
}

std::string rotation_in_python(const PythonOperands& operands) {
    return "rotated(" + operands[0] + ")";
}

} // namespace

const Operation rotate{.id = OperationId::rotate,
                       .picture = NaturalPicture::equation,
                       .magnitude = Magnitude::operands,
                       .same_options = same_rotation,
                       .compute = rotate_rows,
                       .explain = explain_rotation,
                       .python = rotation_in_python};

} // namespace attn::operations
