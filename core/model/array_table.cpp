// The table of arrays: the stages, and behind them what is learnt.

#include "core/model/arrays.h"
#include "core/model/parameter_rows.h"
#include "core/model/stage_rows.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace attn {

namespace {

template <std::size_t... stage, std::size_t... parameter>
constexpr auto joined(std::index_sequence<stage...>, std::index_sequence<parameter...>) {
    return std::array{rows::stages[stage]..., rows::parameters[parameter]...};
}

constexpr std::array array_table =
    joined(std::make_index_sequence<rows::stages.size()>(), std::make_index_sequence<rows::parameters.size()>());
static_assert(array_table.size() == static_cast<std::size_t>(array_count));
static_assert(std::ranges::is_sorted(array_table, {}, &Array::id));

/// Every array is made from earlier ones, of which chains have the latest first, and from what is learnt; parameters
/// say where they are kept.
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

} // namespace attn
