// The table of arrays: stages, then parameters.

#include "core/model/around_attention.h"
#include "core/model/arrays.h"
#include "core/model/parameter_rows.h"
#include "core/model/stage_rows.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace attn {

namespace {

constexpr auto array_table = [] {
    std::array<Array, static_cast<std::size_t>(array_count)> table{};
    auto next = table.begin();
    next = std::ranges::copy(rows::stages, next).out;
    next = std::ranges::copy(rows::stages_around_attention, next).out;
    next = std::ranges::copy(rows::parameters, next).out;
    std::ranges::copy(rows::parameters_around_attention, next);
    return table;
}();
static_assert(rows::stages.size() + rows::stages_around_attention.size() == static_cast<std::size_t>(stage_count));
static_assert(rows::parameters.size() + rows::parameters_around_attention.size() ==
              static_cast<std::size_t>(parameter_count));
static_assert(array_table.size() == static_cast<std::size_t>(array_count));
static_assert(std::ranges::is_sorted(array_table, {}, &Array::id));

/// True if the row of a stage has recipes whose operands are earlier stages or parameters, with the latest array first
/// in each chain; and if the row of a parameter has no recipe, but a member of Layer.
constexpr bool is_in_order(const Array& row) {
    if (is_parameter(row.id))
        return row.recipes.empty() && !std::holds_alternative<std::monostate>(row.learnt);
    return !row.recipes.empty() && std::ranges::all_of(row.recipes, [&](const RecipeRow& recipe) {
        return std::ranges::all_of(recipe.operands, [&](const OperandRow& operand) {
            const ArrayId latest = operand.arrays[0];
            return std::ranges::is_sorted(operand.arrays, std::ranges::greater()) &&
                   (latest < row.id || (is_parameter(latest) && operand.arrays.size() == 1));
        });
    });
}
static_assert(std::ranges::all_of(array_table, is_in_order));

} // namespace

std::span<const Array> arrays() {
    return array_table;
}

bool is_around_attention(ArrayId array) {
    const auto is_it = [array](const Array& row) { return row.id == array; };
    return std::ranges::any_of(rows::stages_around_attention, is_it) ||
           std::ranges::any_of(rows::parameters_around_attention, is_it);
}

} // namespace attn
