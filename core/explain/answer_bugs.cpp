#include "core/explain/answer_bugs.h"

#include "core/engine/trace.h"
#include "core/explain/explain.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

/// Numbers worked out by hand have two decimals; large ones three digits or so.
bool agrees(double answer, double exact) {
    if (!std::isfinite(exact) || !std::isfinite(answer))
        return answer == exact;
    return std::abs(answer - exact) <= std::max(0.006, 0.002 * std::abs(exact));
}

/// With two decimals, as the learner sees it.
std::string written(float number) {
    return fmt::format("{}{:.2f}", number < 0 ? "−" : "", std::abs(number));
}

class AnswerBugSearch {
public:
    AnswerBugSearch(const Trace& trace, const CellId& cell, float answer)
        : trace_(trace), explanation_(explain(trace, cell)), exact_(static_cast<double>(explanation_.value)),
          answer_(static_cast<double>(answer)) {}

    std::string words() const {
        if (agrees(answer_, exact_))
            return {};
        if (agrees(answer_, -exact_))
            return "Not yet: the sign is the other way round.";
        for (const auto search : {&AnswerBugSearch::single_term, &AnswerBugSearch::scale, &AnswerBugSearch::neighbour})
            if (std::string found = (this->*search)(); !found.empty())
                return found;
        return fmt::format("Not yet: it is too {}.{}", answer_ > exact_ ? "large" : "small", products());
    }

private:
    /// " Add up 1.00 × 2.00, 0.50 × −1.00 and 2 more products.": which they are, and not what they come to.
    std::string products() const {
        constexpr std::size_t most = 4;
        if (explanation_.rule != Rule::sum_of_products || explanation_.terms.size() < 2)
            return {};
        std::string listed;
        const std::size_t shown = std::min(most, explanation_.terms.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const Term& term = explanation_.terms[i];
            if (!term.right)
                return {};
            listed += fmt::format("{}{} × {}",
                                  i == 0                               ? ""
                                  : i + 1 == explanation_.terms.size() ? " and "
                                                                       : ", ",
                                  written(term.left.value), written(term.right->value));
        }
        if (shown < explanation_.terms.size())
            listed += fmt::format(" and {} more products", explanation_.terms.size() - shown);
        return fmt::format(" Add up {}.", listed);
    }

    std::string single_term() const {
        if (explanation_.rule != Rule::sum_of_products && explanation_.rule != Rule::sum)
            return {};
        if (explanation_.terms.size() < 2)
            return {};
        Index place = 0;
        for (const Term& term : explanation_.terms) {
            ++place;
            if (std::abs(term.value) < 0.01)
                continue;
            if (agrees(answer_, exact_ - term.value))
                return fmt::format("Not yet: term {} is missing.", place);
            if (agrees(answer_, exact_ + term.value))
                return fmt::format("Not yet: term {} is counted twice.", place);
            if (agrees(answer_, exact_ - 2 * term.value))
                return fmt::format("Not yet: term {} has the wrong sign.", place);
        }
        return {};
    }

    std::string scale() const {
        if (explanation_.rule != Rule::product || explanation_.terms.empty())
            return {};
        const Term& term = explanation_.terms.front();
        const auto left = static_cast<double>(term.left.value);
        if (agrees(answer_, left))
            return "Not yet: the scale is forgotten.";
        if (term.right && term.right->value != 0 && agrees(answer_, left / static_cast<double>(term.right->value)))
            return "Not yet: it is divided where it should be multiplied.";
        return {};
    }

    /// The same sum for another row or column of the same matrix.
    std::string neighbour() const {
        const CellId& cell = explanation_.cell;
        const Shape shape = trace_.array(cell.array, cell.item, cell.head).shape();
        for (Index i = 0; i < shape.rows; ++i)
            if (i != cell.row && is_elsewhere(i, cell.column))
                return fmt::format("Not yet: this is the cell of row {}, not of row {}.", i + 1, cell.row + 1);
        for (Index j = 0; j < shape.columns; ++j)
            if (j != cell.column && is_elsewhere(cell.row, j))
                return fmt::format("Not yet: this is the cell of column {}, not of column {}.", j + 1, cell.column + 1);
        if (cell.row != cell.column && cell.column < shape.rows && cell.row < shape.columns &&
            is_elsewhere(cell.column, cell.row))
            return "Not yet: row and column are mixed up.";
        return {};
    }

    bool is_elsewhere(Index row, Index column) const {
        CellId other = explanation_.cell;
        other.row = row;
        other.column = column;
        return agrees(answer_, static_cast<double>(trace_.value(other)));
    }

    const Trace& trace_;
    Explanation explanation_;
    double exact_;
    double answer_;
};

} // namespace

std::string bug_of_answer(const Trace& trace, const CellId& cell, float answer) {
    return AnswerBugSearch(trace, cell, answer).words();
}

} // namespace attn
