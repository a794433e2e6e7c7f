#include "core/handouts/planted_error.h"

#include "core/document/session/random_numbers.h"
#include "core/explain/explain.h"
#include "core/handouts/worked_cell.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr double least_visible = 0.02;

/// The mistakes that are easily made in the cell and that are visible.
std::vector<PlantedError> slips_in(const Trace& trace, const CellId& cell, const SlipWords& words) {
    const float right = trace.value(cell);
    const double visible = std::max(least_visible, 2 * std::pow(10.0, -words.decimals));
    std::vector<PlantedError> slips;
    const auto add = [&](double wrong, std::string mistake) {
        if (std::isfinite(wrong) && std::abs(wrong - static_cast<double>(right)) >= visible)
            slips.push_back({cell, right, static_cast<float>(wrong), std::move(mistake)});
    };
    const Explanation explanation = explain(trace, cell);
    const Rule rule = explanation.rule;
    if ((rule == Rule::product || rule == Rule::quotient) && !explanation.terms.empty())
        add(static_cast<double>(explanation.terms.front().left.value),
            rule == Rule::product ? "the scale is forgotten" : "it is not divided by the sum");
    if (rule != Rule::sum_of_products && rule != Rule::sum)
        return slips;
    const std::vector<Term> terms = summands(trace, cell, words.by_head);
    for (std::size_t i = 0; i < terms.size() && terms.size() > 1; ++i) {
        const Term& term = terms[i];
        const std::string product =
            by_hand(term.left.value, words.decimals) +
            (term.right ? fmt::format(" {} {}", words.times, by_hand(term.right->value, words.decimals)) : "");
        const auto sum = static_cast<double>(right);
        add(sum - term.value, fmt::format("term {}, {}, is missing", i + 1, product));
        add(sum + term.value, fmt::format("term {}, {}, is counted twice", i + 1, product));
        add(sum - 2 * term.value, fmt::format("term {}, {}, has the wrong sign", i + 1, product));
    }
    CellId other = cell;
    std::swap(other.row, other.column);
    if (cell.row != cell.column && trace.contains(other))
        add(static_cast<double>(trace.value(other)), "row and column are mixed up");
    return slips;
}

} // namespace

Result<PlantedError> planted_error(const Trace& trace, const Exercises& exercises, std::uint64_t key,
                                   const SlipWords& words) {
    // Each cell is equally likely, however many errors it could hide.
    std::vector<std::vector<PlantedError>> cells;
    for (const Exercise& exercise : exercises.all)
        for (const CellId& cell : exercise.cells)
            if (std::vector<PlantedError> slips = slips_in(trace, cell, words); !slips.empty())
                cells.push_back(std::move(slips));
    if (cells.empty())
        return error("none of these numbers can hide a slip");
    std::vector<PlantedError>& slips = cells[random_bits(key, 0) % cells.size()];
    return std::move(slips[random_bits(key, 1) % slips.size()]);
}

Layer with_error(Layer layer, const PlantedError& slip) {
    layer.pins.insert_or_assign(slip.cell, slip.wrong);
    return layer;
}

} // namespace attn
