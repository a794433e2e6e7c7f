#include "core/handouts/worked_cell.h"

#include "core/document/session/steps.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <span>

namespace attn {

namespace {

constexpr int decimals = 3;
constexpr double units = 1000;

/// As a factor or a summand: in brackets, where it has a sign.
std::string bracketed(float value) {
    const std::string number = by_hand(value);
    return value < 0 ? "(" + number + ")" : number;
}

class Worked {
public:
    Worked(const DrawContext& drawing, const CellId& cell, std::size_t most)
        : drawing_(drawing), explanation_(explain(drawing.trace, cell)), most_(most) {}

    /// Behind the cell's name.
    std::string line() {
        const std::string steps = chain();
        return (steps.empty() ? "" : "= " + steps + " ") + relation() + " " + by_hand(explanation_.value);
    }

private:
    /// The relation before a number that follows from those said so far.
    std::string relation() const { return exact_ && is_exact_by_hand(explanation_.value) ? "=" : "≈"; }

    std::string times() const { return " " + times_sign(drawing_) + " "; }

    std::string said(float value) {
        exact_ = exact_ && is_exact_by_hand(value);
        return bracketed(value);
    }

    std::string chain() {
        switch (explanation_.rule) {
        case Rule::sum_of_products:
        case Rule::sum:
        case Rule::product:
            return sum(summands(drawing_.trace, explanation_.cell, adds_heads(drawing_)));
        case Rule::maximum:
            return maximum();
        case Rule::exponential:
            return explanation_.terms.empty() ? "" : exponential();
        case Rule::quotient:
            return quotient();
        case Rule::copy:
            return is_stage(explanation_.cell.array) ? copied() : "";
        default:
            return {};
        }
    }

    /// Which cell it is taken from, where that has another name.
    std::string copied() const {
        const std::optional<CellId>& from = explanation_.terms.front().left.cell;
        if (!from || !has_heads(from->array) || drawing_.sizes().H == 1)
            return {};
        return short_cell_of_head(drawing_, *from);
    }

    /// Behind what a head adds to what all heads share: which head.
    std::string head_behind(const Term& term) const {
        const bool is_of_one_head = has_heads(explanation_.cell.array);
        if (term.right || is_of_one_head || !term.left.cell || !has_heads(term.left.cell->array))
            return {};
        return fmt::format(" (head {})", head_number(drawing_.session, term.left.cell->head));
    }

    /// The largest terms alone, in their order; of those that are 0 only how many they are.
    std::string sum_of_many(const std::vector<Term>& terms) {
        std::vector<double> magnitudes;
        magnitudes.reserve(terms.size());
        for (const Term& term : terms)
            magnitudes.push_back(std::abs(term.value));
        std::ranges::sort(magnitudes, std::greater());
        const bool rest_is_zero = magnitudes[most_] == 0;
        std::string products;
        std::size_t said_so_far = 0;
        for (const Term& term : terms) {
            const bool is_said = rest_is_zero ? term.value != 0 : std::abs(term.value) >= magnitudes[most_ - 1];
            if (!is_said || said_so_far == most_)
                continue;
            products += said(term.left.value) + (term.right ? times() + said(term.right->value) : "") + " + ";
            ++said_so_far;
        }
        exact_ = exact_ && rest_is_zero;
        const std::size_t rest = terms.size() - said_so_far;
        const std::string terms_left = noun_for(rest, "term");
        return products + (rest_is_zero ? fmt::format("{} {} of 0", rest, terms_left)
                                        : fmt::format("{} smaller {}", rest, terms_left));
    }

    std::string sum(const std::vector<Term>& terms) {
        if (terms.size() > most_)
            return sum_of_many(terms);
        std::string products;
        std::string values;
        bool has_products = false;
        for (const Term& term : terms) {
            products += (products.empty() ? "" : " + ") + said(term.left.value) + head_behind(term);
            if (term.right)
                products += times() + said(term.right->value);
            has_products = has_products || term.right;
            values += (values.empty() ? "" : " + ") + bracketed(static_cast<float>(term.value));
        }
        // Products of whole numbers are done in the head.
        if (exact_ && is_whole(terms))
            return products;
        const bool rounds = !exact_ || !std::ranges::all_of(terms, [](const Term& term) {
            return is_exact_by_hand(static_cast<float>(term.value));
        });
        const std::string sign = rounds ? " ≈ " : " = ";
        exact_ = !rounds;
        return terms.size() > 1 && has_products ? products + sign + values : products;
    }

    static bool is_whole(const std::vector<Term>& terms) {
        return std::ranges::all_of(terms, [](const Term& term) {
            const float right = term.right ? term.right->value : 0;
            return std::nearbyint(term.left.value) == term.left.value && std::nearbyint(right) == right;
        });
    }

    std::string maximum() {
        if (explanation_.terms.size() > most_)
            return fmt::format("the largest of {} scores", explanation_.terms.size());
        std::string largest_of;
        for (const Term& term : explanation_.terms)
            largest_of += (largest_of.empty() ? "" : "; ") + by_hand(term.left.value);
        return "the largest of " + largest_of;
    }

    std::string exponential() {
        const float score = explanation_.terms[0].left.value;
        const float largest = explanation_.terms[1].left.value;
        if (largest == -std::numeric_limits<float>::infinity()) // 0 by definition
            return {};
        exact_ = score == largest;
        return fmt::format("exp({} − {})", by_hand(score), bracketed(largest));
    }

    /// A share: its exponential over those of the whole row.
    std::string quotient() {
        const CellId& cell = explanation_.cell;
        if (explanation_.terms.size() < 2 || !drawing_.trace.has(ArrayId::masked))
            return {};
        const Matrix masked = drawing_.trace.matrix({ArrayId::masked, cell.item, cell.head});
        const Matrix exponentials = drawing_.trace.matrix({ArrayId::exp, cell.item, cell.head});
        const float largest = drawing_.trace.value({ArrayId::row_max, cell.item, cell.head, cell.row, 0});
        if (static_cast<std::size_t>(exponentials.columns()) > most_) {
            exact_ = false;
            return fmt::format("exp({} − {}) / {}", by_hand(masked(cell.row, cell.column)), bracketed(largest),
                               by_hand(explanation_.terms[1].left.value));
        }
        std::string row;
        for (Index j = 0; j < exponentials.columns(); ++j)
            if (masked(cell.row, j) != -std::numeric_limits<float>::infinity())
                row += (row.empty() ? "" : " + ") + said(exponentials(cell.row, j));
        if (row.empty()) // every key is masked
            return {};
        const std::string sign = exact_ ? "=" : "≈";
        return fmt::format("exp({} − {}) / ({}) {} {} / {}", by_hand(masked(cell.row, cell.column)), bracketed(largest),
                           row, sign, by_hand(explanation_.terms[0].left.value),
                           by_hand(explanation_.terms[1].left.value));
    }

    const DrawContext& drawing_;
    Explanation explanation_;
    std::size_t most_;
    bool exact_ = true; ///< no number said so far was rounded
};

} // namespace

namespace {

/// Too small or too large for three decimals: "0.00026", as pupils write it; "2.6·10⁻⁹" where zeros are not to be
/// counted.
std::string of_two_digits(float value) {
    constexpr double least_plain = 1e-5;
    std::string scientific = scientific_number(value);
    const std::size_t e = scientific.find('e');
    if (e == std::string::npos)
        return scientific;
    int power = 0;
    std::string raised;
    std::string_view digits = std::string_view(scientific).substr(e + 1);
    constexpr std::string_view minus = "−";
    const bool is_small = digits.starts_with(minus);
    if (is_small) {
        digits.remove_prefix(minus.size());
        raised = "⁻";
    }
    for (const char digit : digits) {
        constexpr std::array<std::string_view, 10> above{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
        raised += above.at(static_cast<std::size_t>(digit - '0'));
        power = 10 * power + (digit - '0');
    }
    return is_small && std::abs(static_cast<double>(value)) >= least_plain ? fixed_number(value, power + 1)
                                                                           : scientific.substr(0, e) + "·10" + raised;
}

} // namespace

std::string by_hand(float value) {
    std::string text = display_number(value, decimals);
    if (text.find('e') != std::string::npos)
        return of_two_digits(value);
    const bool has_decimals = text.find('.') != std::string::npos;
    if (!has_decimals || !is_exact_by_hand(value))
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

bool is_exact_by_hand(float value) {
    const double scaled = static_cast<double>(value) * units;
    return !std::isfinite(value) || std::abs(scaled - std::nearbyint(scaled)) < 1e-3;
}

bool adds_heads(const DrawContext& drawing) {
    const std::span<const ArrayId> steps = steps_of_notes(drawing.session.notation);
    return drawing.sizes().H > 1 && !has_array(drawing, ArrayId::b_O) &&
           std::ranges::find(steps, ArrayId::parts) != steps.end();
}

std::vector<Term> summands(const Trace& trace, const CellId& cell, bool by_head) {
    std::vector<Term> terms;
    for (const Term& term : explain(trace, cell).terms) {
        const bool is_part = !by_head && term.left.cell && term.left.cell->array == ArrayId::parts && !term.right;
        if (!is_part) {
            terms.push_back(term);
            continue;
        }
        const std::vector<Term> inner = explain(trace, *term.left.cell).terms;
        terms.insert(terms.end(), inner.begin(), inner.end());
    }
    return terms;
}

std::string worked_steps(const DrawContext& drawing, const CellId& cell, std::size_t most) {
    return Worked(drawing, cell, most).line();
}

std::string worked_cell(const DrawContext& drawing, const CellId& cell, std::size_t most) {
    return short_cell(drawing, explain(drawing.trace, cell).cell) + " " + worked_steps(drawing, cell, most);
}

} // namespace attn
