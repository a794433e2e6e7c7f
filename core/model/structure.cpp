#include "core/model/structure.h"

#include <algorithm>

namespace attn {

namespace {

/// For each stage, true if all its matrices are given.
std::array<bool, static_cast<std::size_t>(stage_count)> given_whole(const Layer& layer, const Addresses& addresses) {
    std::array<Index, static_cast<std::size_t>(stage_count)> slots{};
    for (const auto& [slot, matrix] : layer.given)
        ++slots.at(static_cast<std::size_t>(slot.array));
    std::array<bool, static_cast<std::size_t>(stage_count)> whole{};
    for (std::size_t stage = 0; stage < whole.size(); ++stage) {
        const Extent extent = addresses.extent(static_cast<ArrayId>(stage));
        whole.at(stage) = slots.at(stage) > 0 && slots.at(stage) == extent.items * extent.heads;
    }
    return whole;
}

/// The recipe of a stage in a layer that asks for the arrays for which `is_asked_for` is true.
template <class Condition>
Recipe resolved(const Array& row, const Condition& is_asked_for) {
    const auto* way = std::ranges::find_if(row.recipes, [&](const RecipeRow& one) {
        return std::ranges::all_of(one.operands, [&](const OperandRow& operand) {
            return !operand.required || std::ranges::any_of(operand.arrays, is_asked_for);
        });
    });
    if (way == row.recipes.end())
        --way;
    Recipe recipe{way->operation};
    for (const OperandRow& operand : way->operands) {
        const auto* chosen = std::ranges::find_if(operand.arrays, is_asked_for);
        if (chosen == operand.arrays.end())
            --chosen;
        recipe.operands.add({*chosen, operand.reads, operand.required});
    }
    return recipe;
}

/// True if the array is `from` or is computed from it.
bool depends_on(const Structure& structure, ArrayId array, ArrayId from) {
    return array == from || std::ranges::any_of(structure.made_from(array), [&](const Operand& operand) {
               return depends_on(structure, operand.array, from);
           });
}

} // namespace

Structure::Structure(const Layer& layer, const Addresses& addresses) {
    std::array<bool, static_cast<std::size_t>(array_count)> wanted{};
    for (const Array& row : arrays())
        wanted[static_cast<std::size_t>(row.id)] = is_wanted(layer, row.id);
    for (const Array& row : parameters()) {
        const auto place = static_cast<std::size_t>(row.id);
        present_[place] = wanted[place] && !layer.heads.empty() && !parameter(layer, row.id, 0).empty();
    }
    const auto given = given_whole(layer, addresses);
    const auto is_ready = [&](const Operand& operand) { return !operand.required || has(operand.array); };
    const auto is_asked_for = [&](ArrayId array) {
        const auto place = static_cast<std::size_t>(array);
        return is_parameter(array) || given.at(place) || wanted[place];
    };
    for (const Array& row : stages()) { // operands come before the arrays that are computed from them
        const auto place = static_cast<std::size_t>(row.id);
        const Recipe& recipe = recipes_[place] = resolved(row, is_asked_for);
        const Operation& how = operation(recipe.operation);
        const bool is_made = wanted[place] && (how.possible == nullptr || how.possible(layer)) &&
                             std::ranges::all_of(recipe.operands, is_ready);
        present_[place] = given[place] || is_made;
    }
}

InlineVector<Operand, 4> Structure::made_from(ArrayId array) const {
    InlineVector<Operand, 4> existing;
    if (is_stage(array))
        for (const Operand& operand : recipe(array).operands)
            if (has(operand.array))
                existing.add(operand);
    return existing;
}

bool reads_all_heads(const Layer& layer, const Structure& structure, ArrayId stage) {
    const auto reads = operation(structure.recipe(stage).operation).reads_all_heads;
    return reads != nullptr && reads(layer, stage);
}

const Caveat* caveat_of(const Layer& layer, const Structure& structure, ArrayId array) {
    const auto concerns = [&](const Caveat& caveat) {
        return structure.has(caveat.from) ? depends_on(structure, array, caveat.from)
                                          : is_stage(array) && array > caveat.from;
    };
    const auto found = std::ranges::find_if(layer.caveats, concerns);
    return found == layer.caveats.end() ? nullptr : &*found;
}

bool is_present(const Layer& layer, ArrayId id) {
    return Structure(layer).has(id);
}

namespace {

std::optional<ProductOperands> operands_by_recipe(const Structure& structure, ArrayId stage) {
    const Recipe& recipe = structure.recipe(stage);
    switch (operation(recipe.operation).picture) {
    case NaturalPicture::product: {
        ArrayId left = recipe.operands[0].array;
        if (row_of(left).columns == Axis::concat_width)
            left = structure.recipe(left).operands[0].array;
        const Operand& right = recipe.operands[1];
        return ProductOperands{left, right.array, right.reads == Reads::row_as_column};
    }
    case NaturalPicture::sum: {
        const Recipe& of_a_head = structure.recipe(recipe.operands[0].array);
        return ProductOperands{of_a_head.operands[0].array, of_a_head.operands[1].array, false};
    }
    case NaturalPicture::matrix:
    case NaturalPicture::equation:
    case NaturalPicture::softmax_row:
    case NaturalPicture::side_by_side:
        break;
    }
    return std::nullopt;
}

} // namespace

std::optional<ProductOperands> product_operands(const Structure& structure, ArrayId stage) {
    if (!is_stage(stage))
        return std::nullopt;
    const auto operands = operands_by_recipe(structure, stage);
    const bool exist = operands && structure.has(operands->left) && structure.has(operands->right);
    return exist ? operands : std::nullopt;
}

bool is_made(const Structure& structure, ArrayId array) {
    if (!is_stage(array))
        return false;
    const auto& operands = structure.recipe(array).operands;
    return std::ranges::all_of(
        operands, [&](const Operand& operand) { return !operand.required || structure.has(operand.array); });
}

} // namespace attn
