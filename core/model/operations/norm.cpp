// Norms of whole rows, e.g. the one that computes X, and norms of heads' rows, e.g. of queries and keys before
// rotation: each head's row by itself, or the rows of all heads together. (Henry et al. 2020, "Query-Key Normalization
// for Transformers"; Dehghani et al. 2023, section 2)

#include "core/model/norm.h"

#include "core/model/address.h"
#include "core/model/arrays.h"
#include "core/model/operation.h"
#include "core/tensor/cellwise.h"

#include <fmt/core.h>

namespace attn::operations {

namespace {

/// Explains (r − mean) · factor · gain + bias; the terms have factor · gain as one factor.
void explain_normed(const CellOperands& operands, Norm::Kind kind, const RowNorm& row, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const double times = operands.has(1) ? static_cast<double>(operands.factor(1, 0, cell.column).value) : 1;
    const double gain = row.factor * times;
    const Factor right{std::nullopt, static_cast<float>(gain)};
    const Factor own = operands.factor(0, cell.row, cell.column);
    explanation.rule = Rule::sum_of_products;
    explanation.terms = {{own, right, static_cast<double>(own.value) * gain}};
    if (kind == Norm::Kind::layer)
        explanation.terms.push_back({{std::nullopt, static_cast<float>(-row.mean)}, right, -row.mean * gain});
    if (operands.has(2))
        explanation.terms.push_back(single_term(operands.factor(2, 0, cell.column)));
    explanation.add_up();
}

/// The operand that is added to the first before the norm: P, in a model that normalises its embeddings.
constexpr std::size_t added_before = 3;

/// The norm of whole rows that computes the array.
const Norm& row_norm_of(const Layer& layer, ArrayId array) {
    return layer.*row_of(array).row_norm;
}

bool same_normalisation(const Layer& before, const Layer& after, Address slot) {
    const Norm& old = row_norm_of(before, slot.array);
    const Norm& now = row_norm_of(after, slot.array);
    return old.kind == now.kind && old.epsilon == now.epsilon;
}

void normalise_rows(const Layer& layer, Address slot, Operands& operands, const View& result) {
    const Norm& norm = row_norm_of(layer, slot.array);
    const ConstView added = operands.view(added_before);
    if (added.rows == 0) {
        normalise(norm, operands.view(0), result);
        return;
    }
    sum(operands.view(0), added, result);
    normalise(norm, result, result);
}

void explain_norm(const CellOperands& operands, Explanation& explanation) {
    const CellId& cell = operands.cell();
    const Norm& norm = row_norm_of(operands.layer(), cell.array);
    const Matrix first = operands.matrix(0);
    std::vector<float> row(first.row(cell.row).begin(), first.row(cell.row).end());
    if (operands.has(added_before)) {
        const Matrix added = operands.matrix(added_before);
        for (std::size_t d = 0; d < row.size(); ++d)
            row[d] += added(cell.row, static_cast<Index>(d));
    }
    explain_normed(operands, norm.kind, row_norm(norm, row), explanation);
    if (operands.has(added_before)) {
        const Factor gain = *explanation.terms.front().right;
        const Factor added = operands.factor(added_before, cell.row, cell.column);
        explanation.terms.insert(explanation.terms.begin() + 1, product_term(added, gain));
        explanation.add_up();
    }
}

std::string normed_in_python(const PythonOperands& operands, const std::string& rows, Norm::Kind kind, float epsilon) {
    std::string code = "normed(" + rows;
    if (!operands[1].empty())
        code += ", " + operands[1];
    if (!operands[2].empty())
        code += (operands[1].empty() ? ", bias=" : ", ") + operands[2];
    if (kind == Norm::Kind::layer)
        code += ", centred=True";
    return kind == Norm::Kind::layer || kind == Norm::Kind::rms ? fmt::format("{}, epsilon={}", code, epsilon) : code;
}

std::string norm_in_python(const PythonOperands& operands) {
    const Norm& norm = row_norm_of(operands.layer, operands.result);
    const std::string& added = operands[added_before];
    const std::string rows = added.empty() ? operands[0] : operands[0] + " + " + added;
    return normed_in_python(operands, rows, norm.kind, norm.epsilon) + ")";
}

std::string function_of_norms(const Layer& /*layer*/, std::string_view /*module*/) {
    return R"(def normed(rows, gain=None, bias=None, centred=False, epsilon=None, axes=-1):
    """Rows brought to one length, around their mean if they are centred; times the gain, plus the bias."""
    rows = double(rows)
    if centred:
        rows = rows - rows.mean(axes, keepdims=True)
    if epsilon is not None:
        rows = rows * ((rows * rows).mean(axes, keepdims=True) + epsilon) ** -0.5
    rows = rows if gain is None else rows * double(gain)
    return rows if bias is None else rows + double(bias)
)";
}

/// The norm of heads' rows that computes the array.
const HeadNorm& norm_of(const Layer& layer, ArrayId array) {
    return layer.*row_of(array).norm;
}

bool same_head_norm(const Layer& before, const Layer& after, Address slot) {
    return norm_of(before, slot.array) == norm_of(after, slot.array);
}

bool is_across_heads(const Layer& layer, ArrayId result) {
    return norm_of(layer, result).across_heads;
}

/// The number of heads whose rows are normalised together.
Index pieces(const Layer& layer, ArrayId stage) {
    const auto heads = static_cast<Index>(layer.heads.size());
    return !is_across_heads(layer, stage) ? 1 : heads_of(stage) == Heads::kv ? heads / layer.queries_per_kv : heads;
}

Index head_of_piece(const Layer& layer, const CellId& cell, Index piece) {
    return !is_across_heads(layer, cell.array) ? cell.head
           : heads_of(cell.array) == Heads::kv ? piece * layer.queries_per_kv
                                               : piece;
}

void normalise_head(const Layer& layer, Address slot, Operands& operands, const View& result) {
    const HeadNorm& norm = norm_of(layer, slot.array);
    const Index count = pieces(layer, slot.array);
    const ConstView own = operands.view(0);
    const ConstView gain = operands.view(1);
    const ConstView bias = operands.view(2);
    for (Index i = 0; i < result.rows; ++i) {
        const RowNorm row = row_norm(norm.kind, norm.epsilon, count, [&](Index piece) {
            const Index head = head_of_piece(layer, {slot.layer, slot.array, slot.item, slot.head}, piece);
            return operands.view(0, head).row(i);
        });
        for (Index c = 0; c < result.columns; ++c) {
            const double centred = static_cast<double>(own(i, c)) - row.mean;
            const double times = gain.rows > 0 ? static_cast<double>(gain(0, c)) : 1;
            const double shift = bias.rows > 0 ? static_cast<double>(bias(0, c)) : 0;
            result(i, c) = static_cast<float>(centred * row.factor * times + shift);
        }
    }
}

void explain_head_norm(const CellOperands& operands, Explanation& explanation) {
    const Layer& layer = operands.layer();
    const CellId& cell = operands.cell();
    const HeadNorm& norm = norm_of(layer, cell.array);
    const Index width = operands.matrix(0).columns();
    std::vector<std::vector<float>> rows;
    for (Index piece = 0; piece < pieces(layer, cell.array); ++piece) {
        std::vector<float>& row = rows.emplace_back();
        for (Index c = 0; c < width; ++c)
            row.push_back(operands.factor_of_head(0, head_of_piece(layer, cell, piece), cell.row, c).value);
    }
    const RowNorm row = row_norm(norm.kind, norm.epsilon, static_cast<Index>(rows.size()), [&](Index piece) {
        return std::span<const float>(rows[static_cast<std::size_t>(piece)]);
    });
    explain_normed(operands, norm.kind, row, explanation);
}

std::string head_norm_in_python(const PythonOperands& operands) {
    const HeadNorm& norm = norm_of(operands.layer, operands.result);
    return normed_in_python(operands, operands[0], norm.kind, norm.epsilon) +
           (norm.across_heads ? ", axes=(1, 3))" : ")");
}

} // namespace

const Operation norm{.id = OperationId::norm,
                     .picture = NaturalPicture::equation,
                     .magnitude = Magnitude::own,
                     .same_options = same_normalisation,
                     .by_rows = true,
                     .compute = normalise_rows,
                     .explain = explain_norm,
                     .python = norm_in_python,
                     .python_function = function_of_norms};

const Operation head_norm{.id = OperationId::head_norm,
                          .picture = NaturalPicture::equation,
                          .magnitude = Magnitude::own,
                          .same_options = same_head_norm,
                          .by_rows = true,
                          .reads_all_heads = is_across_heads,
                          .compute = normalise_head,
                          .explain = explain_head_norm,
                          .python = head_norm_in_python,
                          .python_function = function_of_norms};

} // namespace attn::operations
