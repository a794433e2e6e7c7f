#include "core/explain/explain_stages.h"

#include "core/model/norm.h"
#include "core/model/rotary.h"
#include "core/model/stages.h"

#include <cmath>

namespace attn {

namespace {

CellId with(const CellId& cell, ArrayId array, Index row, Index column) {
    return {array, cell.item, cell.head, row, column};
}

Factor factor(const Trace& trace, const CellId& cell) {
    return {trace.canonical(cell), trace.value(cell)};
}

Term product_term(const Factor& left, const Factor& right) {
    return {left, right, static_cast<double>(left.value) * static_cast<double>(right.value)};
}

Term single_term(const Factor& left) {
    return {left, std::nullopt, static_cast<double>(left.value)};
}

void add_up(Explanation& explanation) {
    explanation.recomputed = 0;
    for (const Term& term : explanation.terms)
        explanation.recomputed += term.value;
}

/// Σ_c left(row, c) · right(c, column), or right(column, c) where it enters transposed.
enum class Right : std::uint8_t { plain, transposed };

void explain_product(const Trace& trace, const CellId& cell, ArrayId left, ArrayId right, Right how,
                     Explanation& explanation) {
    const Matrix left_matrix = trace.array(left, cell.item, cell.head);
    const Matrix right_matrix = trace.array(right, cell.item, cell.head);
    explanation.rule = Rule::sum_of_products;
    explanation.terms.reserve(static_cast<std::size_t>(left_matrix.columns()));
    for (Index c = 0; c < left_matrix.columns(); ++c) {
        const Index row = how == Right::plain ? c : cell.column;
        const Index column = how == Right::plain ? cell.column : c;
        explanation.terms.push_back(product_term({with(cell, left, cell.row, c), left_matrix(cell.row, c)},
                                                 {with(cell, right, row, column), right_matrix(row, column)}));
    }
    add_up(explanation);
}

void explain_affine(const Trace& trace, const CellId& cell, ArrayId source, ArrayId weights, ArrayId bias,
                    Explanation& explanation) {
    explain_product(trace, cell, source, weights, Right::plain, explanation);
    if (const Matrix& row = parameter(trace.layer(), bias, cell.head); !row.empty())
        explanation.terms.push_back(single_term({with(cell, bias, 0, cell.column), row(0, cell.column)}));
    add_up(explanation);
}

ArrayId key_source(const Trace& trace) {
    return trace.layer().context ? ArrayId::context : ArrayId::X;
}

/// One term for each cell of the row.
void take_row(const Trace& trace, const CellId& cell, ArrayId stage, Explanation& explanation) {
    const Matrix matrix = trace.matrix({stage, cell.item, cell.head});
    for (Index j = 0; j < matrix.columns(); ++j)
        explanation.terms.push_back(single_term({with(cell, stage, cell.row, j), matrix(cell.row, j)}));
}

/// Own cell · cos θ + the partner's · ± sin θ.
void explain_turn(const Trace& trace, const CellId& cell, ArrayId source, Explanation& explanation) {
    const Turn turn = turn_of(trace.layer().rotary, trace.sizes().d_k, cell.row, cell.column);
    const auto rotated = [&](Index column, double factor_of_turn) {
        const Factor left = factor(trace, with(cell, source, cell.row, column));
        return Term{left, Factor{std::nullopt, static_cast<float>(factor_of_turn)},
                    static_cast<double>(left.value) * factor_of_turn};
    };
    explanation.rule = Rule::sum_of_products;
    explanation.terms = {rotated(cell.column, turn.cosine)};
    if (turn.partner != cell.column)
        explanation.terms.push_back(rotated(turn.partner, turn.sine));
    add_up(explanation);
}

/// (r − mean) · factor · gain + bias, with the factor multiplied into the gain.
void explain_norm(const Trace& trace, const CellId& cell, Explanation& explanation) {
    const Norm& norm = trace.layer().norm;
    const Matrix resid_pre = trace.matrix({ArrayId::resid_pre, cell.item, 0});
    const RowNorm row = row_norm(norm, resid_pre.row(cell.row));
    const bool off = norm.kind == Norm::Kind::off;
    const double gain = off ? 1 : row.factor * static_cast<double>(norm.gain(0, cell.column));
    const Factor right{std::nullopt, static_cast<float>(gain)};
    const Factor own = factor(trace, with(cell, ArrayId::resid_pre, cell.row, cell.column));
    explanation.rule = Rule::sum_of_products;
    explanation.terms = {{own, right, static_cast<double>(own.value) * gain}};
    if (norm.kind == Norm::Kind::layer)
        explanation.terms.push_back({{std::nullopt, static_cast<float>(-row.mean)}, right, -row.mean * gain});
    if (!norm.bias.empty())
        explanation.terms.push_back(single_term({std::nullopt, norm.bias(0, cell.column)}));
    add_up(explanation);
}

} // namespace

void explain_lookup(const Trace&, const CellId&, Explanation& explanation) {
    explanation.rule = Rule::lookup;
    explanation.recomputed = static_cast<double>(explanation.value);
}

void explain_resid_pre(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::sum;
    for (const ArrayId stage : {ArrayId::E, ArrayId::P})
        explanation.terms.push_back(single_term(factor(trace, with(cell, stage, cell.row, cell.column))));
    add_up(explanation);
}

void explain_X(const Trace& trace, const CellId& cell, Explanation& explanation) {
    if (trace.has(ArrayId::resid_pre)) {
        explain_norm(trace, cell, explanation);
        return;
    }
    explain_resid_pre(trace, cell, explanation);
}

void explain_context(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_lookup(trace, cell, explanation);
}

void explain_Q(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_affine(trace, cell, ArrayId::X, ArrayId::W_Q, ArrayId::b_Q, explanation);
}

void explain_K(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_affine(trace, cell, key_source(trace), ArrayId::W_K, ArrayId::b_K, explanation);
}

void explain_V(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_affine(trace, cell, key_source(trace), ArrayId::W_V, ArrayId::b_V, explanation);
}

void explain_Q_rotated(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_turn(trace, cell, ArrayId::Q, explanation);
}

void explain_K_rotated(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_turn(trace, cell, ArrayId::K, explanation);
}

void explain_scores(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explain_product(trace, cell, query_stage(trace.layer()), key_stage(trace.layer()), Right::transposed, explanation);
}

void explain_scaled(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::product;
    explanation.terms.push_back(product_term(factor(trace, with(cell, ArrayId::scores, cell.row, cell.column)),
                                             {std::nullopt, static_cast<float>(score_factor(trace.layer()))}));
    add_up(explanation);
}

void explain_masked(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::sum;
    for (const ArrayId stage : {ArrayId::scaled, ArrayId::mask})
        explanation.terms.push_back(single_term(factor(trace, with(cell, stage, cell.row, cell.column))));
    add_up(explanation);
}

void explain_row_max(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::maximum;
    take_row(trace, cell, ArrayId::masked, explanation);
    double largest = explanation.terms.front().value;
    for (const Term& term : explanation.terms)
        largest = std::isnan(term.value) || term.value > largest ? term.value : largest;
    explanation.recomputed = largest;
}

void explain_exp(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::exponential;
    explanation.terms = {single_term(factor(trace, with(cell, ArrayId::masked, cell.row, cell.column))),
                         single_term(factor(trace, with(cell, ArrayId::row_max, cell.row, 0)))};
    const double largest = explanation.terms[1].value;
    const bool all_masked = std::isinf(largest) && largest < 0;
    explanation.recomputed = all_masked ? 0 : std::exp(explanation.terms[0].value - largest);
}

void explain_row_sum(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::sum;
    take_row(trace, cell, ArrayId::exp, explanation);
    add_up(explanation);
}

void explain_A(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::quotient;
    explanation.terms = {single_term(factor(trace, with(cell, ArrayId::exp, cell.row, cell.column))),
                         single_term(factor(trace, with(cell, ArrayId::row_sum, cell.row, 0)))};
    const double sum = explanation.terms[1].value;
    explanation.recomputed = sum == 0 ? 0 : explanation.terms[0].value / sum;
}

void explain_O(const Trace& trace, const CellId& cell, Explanation& explanation) {
    if (trace.layer().heads[static_cast<std::size_t>(cell.head)].on)
        explain_product(trace, cell, ArrayId::A, ArrayId::V, Right::plain, explanation);
    else
        explanation.rule = Rule::switched_off;
}

void explain_concat(const Trace& trace, const CellId& cell, Explanation& explanation) {
    const Index d_v = trace.sizes().d_v;
    const CellId source{ArrayId::O, cell.item, cell.column / d_v, cell.row, cell.column % d_v};
    explanation.rule = Rule::copy;
    explanation.terms.push_back(single_term(factor(trace, source)));
    add_up(explanation);
}

void explain_parts(const Trace& trace, const CellId& cell, Explanation& explanation) {
    const Index first = cell.head * trace.sizes().d_v;
    explanation.rule = Rule::sum_of_products;
    for (Index c = 0; c < trace.sizes().d_v; ++c) {
        CellId joined = with(cell, ArrayId::concat, cell.row, first + c);
        joined.head = 0;
        explanation.terms.push_back(
            product_term(factor(trace, joined), factor(trace, with(cell, ArrayId::W_O, c, cell.column))));
    }
    add_up(explanation);
}

void explain_Y(const Trace& trace, const CellId& cell, Explanation& explanation) {
    explanation.rule = Rule::sum;
    for (Index h = 0; h < trace.sizes().H; ++h)
        explanation.terms.push_back(single_term(factor(trace, {ArrayId::parts, cell.item, h, cell.row, cell.column})));
    if (!trace.layer().b_O.empty())
        explanation.terms.push_back(single_term(factor(trace, with(cell, ArrayId::b_O, 0, cell.column))));
    add_up(explanation);
}

} // namespace attn
