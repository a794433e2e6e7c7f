#include "core/figure/pictures/diagram.h"

#include "core/model/structure.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

/// What is added up without anything in between stands beside its summands.
Band band_of_what_it_is_added_to(const Trace& trace, ArrayId stage) {
    for (const Array& row : stages()) {
        if (!trace.has(row.id) || trace.recipe(row.id).operation != OperationId::add)
            continue;
        const auto& operands = trace.recipe(row.id).operands;
        for (std::size_t i = 1; i < operands.size(); ++i)
            if (operands[i].array == stage)
                return row_of(operands[0].array).place.band;
    }
    return Band::input;
}

Band band_in(const Trace& trace, ArrayId stage) {
    const Band own = row_of(stage).place.band;
    const bool is_input = own == Band::normed && trace.recipe(stage).operation == OperationId::add;
    return is_input ? Band::input : std::max(own, band_of_what_it_is_added_to(trace, stage));
}

/// How the stage is made, as arrows from what it is made from.
void add_arrows_to(std::vector<Arrow>& arrows, const Trace& trace, const Bands& bands, ArrayId stage) {
    if (!trace.has(stage))
        return;
    const Recipe& recipe = trace.recipe(stage);
    std::optional<ArrayId> weight;
    for (const Operand& operand : recipe.operands)
        if (is_parameter(operand.array) && operand.required)
            weight = operand.array;
    const bool is_sum_beside =
        recipe.operation == OperationId::add && bands.band_of(recipe.operands[0].array) == bands.band_of(stage);
    for (std::size_t i = 0; i < recipe.operands.size(); ++i) {
        const ArrayId from = recipe.operands[i].array;
        if (is_parameter(from) || !trace.has(from))
            continue;
        if (!is_sum_beside)
            arrows.push_back({from, stage, weight, recipe.operation == OperationId::sum_over_heads ? "Σ" : ""});
        else if (i + 1 < recipe.operands.size())
            arrows.push_back({from, recipe.operands[i + 1].array, {}, "+"});
        else
            arrows.push_back({from, stage, {}, "="});
    }
}

} // namespace

Bands::Bands(const Trace& trace) : places_(stages().size()) {
    std::array<bool, static_cast<std::size_t>(Band::joined) + 1> used{};
    for (const Array& row : stages())
        if (trace.has(row.id)) {
            const Band band = band_in(trace, row.id);
            place(row.id) = {true, band};
            used.at(static_cast<std::size_t>(band)) = true;
        }
    for (Place& place : places_)
        place.row =
            static_cast<int>(std::count(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(place.band), true));
    count_ = static_cast<int>(std::ranges::count(used, true));
}

std::vector<Arrow> arrows_of(const Trace& trace, const Bands& bands) {
    std::vector<Arrow> arrows;
    for (const Array& row : stages())
        add_arrows_to(arrows, trace, bands, row.id);
    return arrows;
}

} // namespace attn
