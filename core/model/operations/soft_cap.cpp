// A soft cap of the scores: c · tanh(score / c), always between −c and c. (Gemma 2, Riviere et al. 2024, section 2)

#include "core/model/arrays.h"
#include "core/model/operation.h"

#include <cmath>
#include <fmt/core.h>

namespace attn::operations {

namespace {

float cap_of(const Layer& layer, ArrayId array) {
    return layer.*row_of(array).cap;
}

bool same_cap(const Layer& before, const Layer& after, Address slot) {
    return cap_of(before, slot.array) == cap_of(after, slot.array);
}

double capped_at(double cap, double score) {
    return cap * std::tanh(score / cap);
}

void cap_all(const Layer& layer, Address slot, Operands& operands, const View& result) {
    const ConstView scores = operands.view(0);
    const auto cap = static_cast<double>(cap_of(layer, slot.array));
    for (Index i = 0; i < result.rows; ++i)
        for (Index j = 0; j < result.columns; ++j)
            result(i, j) = static_cast<float>(capped_at(cap, static_cast<double>(scores(i, j))));
}

void explain_capped(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const float cap = cap_of(operands.layer(), cell.array);
    explanation.rule = Rule::soft_cap;
    explanation.terms = {single_term(operands.factor(0, cell.row, cell.column)),
                         single_term(Factor{std::nullopt, cap})};
    explanation.recomputed = capped_at(static_cast<double>(cap), explanation.terms[0].value);
}

std::string capped_in_python(const PythonOperands& operands) {
    return fmt::format("{0} * {1}.tanh({2} / {0})", cap_of(operands.layer, operands.result), operands.module,
                       operands[0]);
}

} // namespace

const Operation soft_cap{.id = OperationId::soft_cap,
                         .picture = NaturalPicture::equation,
                         .magnitude = Magnitude::operands,
                         .same_options = same_cap,
                         .by_rows = true,
                         .by_columns = true,
                         .compute = cap_all,
                         .explain = explain_capped,
                         .python = capped_in_python};

} // namespace attn::operations
