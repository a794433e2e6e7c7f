#include "core/model/operation.h"
#include "core/model/rotary.h"

#include <fmt/core.h>

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

/// The angles of all pairs at position 1, for scaled rotary positions.
std::string angles_in_python(const Rotary& rotary, Index count, std::string_view module) {
    Rotary halves = rotary;
    halves.pairs = Rotary::Pairs::halves;
    std::string angles;
    for (Index pair = 0; pair < count / 2; ++pair)
        angles += fmt::format("{}{}", pair == 0 ? "" : ", ", turn_of(halves, count, 1, pair).frequency);
    return fmt::format("{0}.{1}([{2}], dtype={0}.float64)  # scaled", module, module == "np" ? "array" : "tensor",
                       angles);
}

std::string function_of_rotation(const Layer& layer, std::string_view module) {
    const Rotary& rotary = layer.rotary;
    const Index count = rotary.dimensions == 0 ? sizes_of(layer).d_k : rotary.dimensions;
    const bool neighbours = rotary.pairs == Rotary::Pairs::neighbours;
    return fmt::format(
        R"(def rotated(rows):
    """Pairs of columns turn by an angle that grows with the place of their token, counted from 0."""
    places = double({0}.arange(rows.shape[-2]))[:, None]
    angle = places * {1}
    cosine, sine = {0}.cos(angle){2}, {0}.sin(angle){2}
    first, second = {3}, {4}
    result = copy(rows)
    result[..., first] = double(rows[..., first]) * cosine - double(rows[..., second]) * sine
    result[..., second] = double(rows[..., second]) * cosine + double(rows[..., first]) * sine
    return result
)",
        module,
        rotary.scaling == Rotary::Scaling::none
            ? fmt::format("{} ** (-2.0 * double({}.arange({})) / {})", rotary.base, module, count / 2, count)
            : angles_in_python(rotary, count, module),
        rotary.magnitude == 1 ? "" : fmt::format(" * {}", rotary.magnitude),
        neighbours ? fmt::format("slice(0, {}, 2)", count) : fmt::format("slice(0, {})", count / 2),
        neighbours ? fmt::format("slice(1, {}, 2)", count) : fmt::format("slice({}, {})", count / 2, count));
}

} // namespace

const Operation rotate{.id = OperationId::rotate,
                       .picture = NaturalPicture::equation,
                       .magnitude = Magnitude::operands,
                       .same_options = same_rotation,
                       .compute = rotate_rows,
                       .explain = explain_rotation,
                       .python = rotation_in_python,
                       .python_function = function_of_rotation};

} // namespace attn::operations
