// The activation functions of MLPs. (Hendrycks and Gimpel 2016, "Gaussian Error Linear Units"; Shazeer
// 2020, "GLU Variants Improve Transformer", equation 5)

#include "core/model/layer.h"
#include "core/model/operation.h"
#include "core/tensor/softmax.h"

#include <cmath>
#include <fmt/core.h>
#include <numbers>

namespace attn::operations {

namespace {

/// The factor by which the activation multiplies x: activation(x) = x · factor.
double share_let_through(Activation activation, double x) {
    switch (activation) {
    case Activation::gelu:
        return std::erfc(-x / std::numbers::sqrt2) / 2;
    case Activation::gelu_tanh:
        return (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x))) / 2;
    case Activation::relu:
        return x > 0 ? 1 : 0;
    case Activation::silu:
        break;
    }
    return 1 / (1 + std::exp(-x));
}

double activated(Activation activation, float x) {
    const auto number = static_cast<double>(x);
    return number * share_let_through(activation, number);
}

bool same_activation(const Layer& before, const Layer& after, Address /*slot*/) {
    return before.activation == after.activation;
}

/// Writes x / (1 + exp(−z)) for each x: z is x for silu; for gelu_tanh it is twice the argument of tanh, since
/// (1 + tanh(u)) / 2 = 1 / (1 + exp(−2u)). The exponentials are those of softmax, many times as fast as libm's.
void activate_by_logistic(Activation activation, const ConstView& numbers, const View& result) {
    const auto slope = static_cast<float>(2 * std::sqrt(2 / std::numbers::pi));
    for (Index i = 0; i < result.rows; ++i)
        for (Index c = 0; c < result.columns; ++c) {
            const float x = numbers(i, c);
            result(i, c) = activation == Activation::silu ? -x : -slope * (x + 0.044715F * x * x * x);
        }
    static constexpr float unshifted = 0;
    shifted_exponentials(result, ConstView{&unshifted, result.rows, 1, 0}, result);
    for (Index i = 0; i < result.rows; ++i)
        for (Index c = 0; c < result.columns; ++c)
            result(i, c) = numbers(i, c) / (1 + result(i, c));
}

void activate_cells(const Layer& layer, Address /*slot*/, Operands& operands, const View& result) {
    const ConstView made = operands.view(0);
    const Activation activation = layer.activation;
    if (activation == Activation::silu || activation == Activation::gelu_tanh)
        return activate_by_logistic(activation, made, result);
    for (Index i = 0; i < result.rows; ++i)
        for (Index c = 0; c < result.columns; ++c)
            result(i, c) = static_cast<float>(activated(activation, made(i, c)));
}

void activate_gates(const Layer& layer, Address slot, Operands& operands, const View& result) {
    const ConstView made = operands.view(1);
    activate_cells(layer, slot, operands, result);
    for (Index i = 0; i < result.rows; ++i)
        for (Index c = 0; c < result.columns; ++c)
            result(i, c) *= made(i, c);
}

/// Explains an activated number: x · share_let_through(x).
void explain_activated(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Factor x = operands.factor(0, cell.row, cell.column);
    const double share = share_let_through(operands.layer().activation, static_cast<double>(x.value));
    explanation.rule = Rule::product;
    explanation.terms = {{x, Factor{std::nullopt, static_cast<float>(share)}, static_cast<double>(x.value) * share}};
    explanation.add_up();
}

/// Explains a gated number: the activation of the gate times the inner number.
void explain_gated(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Factor made = operands.factor(1, cell.row, cell.column);
    const double open = activated(operands.layer().activation, operands.factor(0, cell.row, cell.column).value);
    explanation.rule = Rule::product;
    explanation.terms = {
        {made, Factor{std::nullopt, static_cast<float>(open)}, static_cast<double>(made.value) * open}};
    explanation.add_up();
}

std::string activated_in_python(const PythonOperands& operands) {
    return "activated(" + operands[0] + ")";
}

std::string gated_in_python(const PythonOperands& operands) {
    return "activated(" + operands[0] + ") * " + operands[1];
}

std::string function_of_activation(const Layer& layer, std::string_view module) {
    const auto code = [&] {
        switch (layer.activation) {
        case Activation::gelu:
            return module == "np"
                       ? std::string(
                             "    from math import erf\n    return x * (1 + np.vectorize(erf)(x / 2**0.5)) / 2\n")
                       : std::string("    return x * (1 + torch.erf(x / 2**0.5)) / 2\n");
        case Activation::gelu_tanh:
            return fmt::format(
                "    return x * (1 + {}.tanh((2 / 3.141592653589793)**0.5 * (x + 0.044715 * x * x * x))) / 2\n",
                module);
        case Activation::relu:
            return std::string("    return x * (x > 0)\n");
        case Activation::silu:
            break;
        }
        return fmt::format("    return x / (1 + {}.exp(-x))\n", module);
    };
    return "def activated(x):\n    x = double(x)\n" + code();
}

} // namespace

const Operation activate{.id = OperationId::activate,
                         .picture = NaturalPicture::equation,
                         .magnitude = Magnitude::own,
                         .same_options = same_activation,
                         .by_rows = true,
                         .by_columns = true,
                         .compute = activate_cells,
                         .explain = explain_activated,
                         .python = activated_in_python,
                         .python_function = function_of_activation};
const Operation activate_gate{.id = OperationId::activate_gate,
                              .picture = NaturalPicture::equation,
                              .magnitude = Magnitude::own,
                              .sign = "∘",
                              .same_options = same_activation,
                              .by_rows = true,
                              .by_columns = true,
                              .compute = activate_gates,
                              .explain = explain_gated,
                              .python = gated_in_python,
                              .python_function = function_of_activation};

} // namespace attn::operations
