#include "core/model/arrays.h"

#include <algorithm>

namespace attn {

namespace {

template <class Condition>
bool holds_upstream(ArrayId id, const Condition& condition) {
    return std::ranges::any_of(row_of(id).recipes, [&](const Recipe& recipe) {
        return condition(recipe) || std::ranges::any_of(recipe.operands, [&](const Operand& operand) {
                   return holds_upstream(operand.array, condition);
               });
    });
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

bool is_gain(ArrayId id) {
    return id == ArrayId::Q_norm_gain || id == ArrayId::K_norm_gain || id == ArrayId::norm_gain;
}

bool is_in_blocks(ArrayId id) {
    return row_of(id).columns == Axis::concat_width;
}

bool is_made_by(ArrayId id, OperationId operation) {
    return holds_upstream(id, [&](const Recipe& recipe) { return recipe.operation == operation; });
}

bool is_made_by_heads(ArrayId id) {
    return row_of(id).heads != Heads::none || holds_upstream(id, [](const Recipe& recipe) {
               return std::ranges::any_of(recipe.operands, [](const Operand& operand) {
                   return is_stage(operand.array) && row_of(operand.array).heads != Heads::none;
               });
           });
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
    case Axis::concat_width:
        break;
    }
    return sizes.H * sizes.d_v;
}

Shape shape_of(const Sizes& sizes, ArrayId id) {
    return {length_of(sizes, row_of(id).rows), length_of(sizes, row_of(id).columns)};
}

} // namespace attn
