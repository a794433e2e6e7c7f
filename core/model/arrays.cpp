#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

namespace {

/// True if the condition holds for an operand of the array in any of its recipes.
template <class Condition>
bool any_operand(ArrayId id, const Condition& condition) {
    return std::ranges::any_of(row_of(id).recipes, [&](const RecipeRow& recipe) {
        return std::ranges::any_of(
            recipe.operands, [&](const OperandRow& operand) { return std::ranges::any_of(operand.arrays, condition); });
    });
}

/// True if the condition holds for the array or for any array upstream of it.
template <class Condition>
bool holds_upstream(ArrayId id, const Condition& condition) {
    return condition(id) || any_operand(id, [&](ArrayId operand) { return holds_upstream(operand, condition); });
}

} // namespace

std::span<const Array> stages() {
    return arrays().first(static_cast<std::size_t>(stage_count));
}

std::span<const Array> parameters() {
    return arrays().subspan(static_cast<std::size_t>(stage_count));
}

const Array& row_of(ArrayId id) {
    return arrays()[static_cast<std::size_t>(id)];
}

bool is_wanted(const Layer& layer, ArrayId id) {
    const Array& row = row_of(id);
    return row.wanted == nullptr || row.wanted(layer);
}

Submatrix readers_of(Submatrix operand, Reads reads, Shape result) {
    const IndexRange all_rows{0, result.rows};
    const IndexRange all_columns{0, result.columns};
    switch (reads) {
    case Reads::cell:
    case Reads::block:
        return operand;
    case Reads::row:
    case Reads::pair:
    case Reads::first_column:
        return {operand.rows, all_columns};
    case Reads::column:
        return {all_rows, operand.columns};
    case Reads::row_as_column:
        break;
    }
    return {all_rows, operand.rows};
}

Region reached_by(Region operand, Reads reads, Shape result) {
    const auto region = [&](Submatrix part) {
        const bool is_rows = part.columns.count() == result.columns;
        return is_rows ? Region{part.rows, {}} : Region{{}, part.columns};
    };
    const Index rows_of_operand = reads == Reads::row_as_column ? result.columns : result.rows;
    Region reached;
    if (!operand.rows.empty())
        reached = region(readers_of({operand.rows, {0, result.columns}}, reads, result));
    if (!operand.columns.empty())
        reached = united(reached, region(readers_of({{0, rows_of_operand}, operand.columns}, reads, result)));
    return reached.rows.count() == result.rows ? Region::everything(result) : reached;
}

Submatrix read_by(Submatrix result, Reads reads, Shape operand) {
    const IndexRange all_rows{0, operand.rows};
    const IndexRange all_columns{0, operand.columns};
    switch (reads) {
    case Reads::cell:
    case Reads::block:
        return result;
    case Reads::row:
    case Reads::pair:
    case Reads::first_column:
        return {result.rows, all_columns};
    case Reads::column:
        return {all_rows, result.columns};
    case Reads::row_as_column:
        break;
    }
    return {result.columns, all_columns};
}

bool is_of_attention(const Array& parameter) {
    const auto is_it = [&](ArrayId array) { return array == parameter.id; };
    return holds_upstream(ArrayId::Y, is_it) && !holds_upstream(ArrayId::X, is_it);
}

bool is_weight_or_bias(const Array& row) {
    return is_parameter(row.id) && row.norm == nullptr && !std::holds_alternative<NormPart>(row.learnt);
}

bool enters_attention(ArrayId array) {
    return is_stage(array) && holds_upstream(ArrayId::X, [&](ArrayId other) { return other == array; });
}

bool is_in_blocks(ArrayId id) {
    return row_of(id).columns == Axis::concat_width;
}

bool is_made_by(ArrayId id, OperationId operation) {
    return holds_upstream(id, [operation](ArrayId array) {
        return std::ranges::any_of(row_of(array).recipes,
                                   [operation](const RecipeRow& recipe) { return recipe.operation == operation; });
    });
}

bool is_made_by_heads(ArrayId id) {
    return holds_upstream(
        id, [id](ArrayId array) { return (array == id || is_stage(array)) && row_of(array).heads != Heads::none; });
}

bool may_read(ArrayId id, ArrayId other) {
    return any_operand(id, [other](ArrayId array) { return array == other; });
}

Index length_of(const Sizes& sizes, Axis axis) {
    switch (axis) {
    case Axis::one:
        return 1;
    case Axis::query_tokens:
        return sizes.S_q;
    case Axis::key_tokens:
        return sizes.S_k;
    case Axis::model:
        return sizes.D;
    case Axis::context_model:
        return sizes.D_context;
    case Axis::key_width:
        return sizes.d_k;
    case Axis::value_width:
        return sizes.d_v;
    case Axis::mlp:
        return sizes.d_ff;
    case Axis::vocabulary:
        return sizes.V;
    case Axis::concat_width:
        break;
    }
    return sizes.H * sizes.d_v;
}

Shape shape_of(const Sizes& sizes, ArrayId id) {
    return {length_of(sizes, row_of(id).rows), length_of(sizes, row_of(id).columns)};
}

} // namespace attn
