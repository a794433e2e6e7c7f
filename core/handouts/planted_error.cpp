#include "core/handouts/planted_error.h"

#include "core/document/session/random_numbers.h"
#include "core/explain/explain.h"
#include "core/handouts/worked_cell.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr double least_visible = 0.02;

class Slips {
public:
    Slips(const Trace& trace, const CellId& cell, const SlipWords& words)
        : trace_(trace), cell_(cell), right_(trace.value(cell)), words_(words) {}

    std::vector<PlantedError> all() {
        const Explanation explanation = explain(trace_, cell_);
        switch (explanation.rule) {
        case Rule::sum_of_products:
        case Rule::sum:
            add_slips_of_sum(summands(trace_, cell_, words_.by_head));
            add_transposed();
            break;
        case Rule::product:
            if (!explanation.terms.empty())
                add(static_cast<double>(explanation.terms.front().left.value), "the scale is forgotten");
            break;
        case Rule::quotient:
            if (!explanation.terms.empty())
                add(static_cast<double>(explanation.terms.front().left.value), "it is not divided by the sum");
            break;
        default:
            break;
        }
        return std::move(slips_);
    }

private:
    double visible() const { return std::max(least_visible, 2 * std::pow(10.0, -words_.decimals)); }

    void add(double wrong, std::string words) {
        if (std::isfinite(wrong) && std::abs(wrong - static_cast<double>(right_)) >= visible())
            slips_.push_back({cell_, right_, static_cast<float>(wrong), std::move(words)});
    }

    void add_slips_of_sum(const std::vector<Term>& terms) {
        if (terms.size() < 2)
            return;
        int place = 0;
        const auto sum = static_cast<double>(right_);
        for (const Term& term : terms) {
            ++place;
            std::string product = by_hand(term.left.value, words_.decimals);
            if (term.right)
                product += fmt::format(" {} {}", words_.times, by_hand(term.right->value, words_.decimals));
            add(sum - term.value, fmt::format("term {}, {}, is missing", place, product));
            add(sum + term.value, fmt::format("term {}, {}, is counted twice", place, product));
            add(sum - 2 * term.value, fmt::format("term {}, {}, has the wrong sign", place, product));
        }
    }

    void add_transposed() {
        CellId other = cell_;
        std::swap(other.row, other.column);
        if (cell_.row != cell_.column && trace_.contains(other))
            add(static_cast<double>(trace_.value(other)), "row and column are mixed up");
    }

    const Trace& trace_;
    CellId cell_;
    float right_;
    SlipWords words_;
    std::vector<PlantedError> slips_;
};

} // namespace

Result<PlantedError> planted_error(const Trace& trace, const Exercises& exercises, std::uint64_t key,
                                   const SlipWords& words) {
    // Each cell is equally likely, however many errors it could hide.
    std::vector<std::vector<PlantedError>> cells;
    for (const Exercise& exercise : exercises.all)
        for (const CellId& cell : exercise.cells)
            if (std::vector<PlantedError> slips = Slips(trace, cell, words).all(); !slips.empty())
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
