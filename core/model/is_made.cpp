#include "core/model/is_made.h"

#include <algorithm>

namespace attn {

bool is_made(const Structure& structure, ArrayId array) {
    if (!is_stage(array))
        return false;
    const auto& operands = structure.recipe(array).operands;
    return std::ranges::all_of(
        operands, [&](const Operand& operand) { return !operand.required || structure.has(operand.array); });
}

} // namespace attn
