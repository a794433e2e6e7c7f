#include "core/handouts/worked_cell.h"

#include "core/document/session/steps.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/written_relation.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <optional>
#include <span>

namespace attn {

namespace {

class Worked {
public:
    Worked(const DrawContext& drawing, const CellId& cell, std::size_t most)
        : drawing_(drawing), explanation_(explain(drawing.trace, cell)), most_(most),
          usual_decimals_(drawing.view_state.fine_decimals()), result_(digits_of(explanation_.value)) {}

    /// Behind the cell's name. Its steps have more decimals than its number where rounding them would lead elsewhere.
    std::string line() {
        constexpr int most_decimals = 9; // that a float has
        std::string steps = chain();
        while (!holds_ && decimals_ < most_decimals) {
            ++decimals_;
            holds_ = true;
            steps = chain();
        }
        return fmt::format("{}{} {}", steps.empty() ? "" : "= " + steps + " ", sign_of_result(),
                           by_hand(explanation_.value, usual_decimals_));
    }

private:
    ShownDecimal digits_of(float value) const {
        return std::isfinite(value) ? shown_decimal(value, usual_decimals_) : ShownDecimal();
    }

    /// The sign before the cell's number: of the last side, or else of the number itself.
    std::string_view sign_of_result() const {
        if (last_side_)
            return relation(*last_side_, as_displayed(explanation_.value, usual_decimals_));
        return is_exact_by_hand(explanation_.value, usual_decimals_) ? "=" : "≈";
    }

    /// What is written leads to the number of the cell.
    void add_side(const Calculated& side) {
        holds_ = holds_ && rounds_to(side, explanation_.value, result_);
        last_side_ = side;
    }

    std::string written(float value) const { return by_hand(value, decimals_); }

    /// As a factor or a summand: in brackets, where it has a sign.
    std::string bracketed(float value) const { return value < 0 ? "(" + written(value) + ")" : written(value); }

    Calculated digits(float value) const { return as_displayed(value, decimals_); }

    Calculated product_of(const Term& term) const {
        return term.right ? digits(term.left.value) * digits(term.right->value) : digits(term.left.value);
    }

    Calculated exponential_of(float score, float largest) const {
        return attn::exponential(digits(score) + Decimal{-1, 0} * digits(largest));
    }

    std::string times() const { return " " + times_sign(drawing_) + " "; }

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
        Calculated sum(Decimal{});
        std::size_t said_so_far = 0;
        for (const Term& term : terms) {
            const bool is_said = rest_is_zero ? term.value != 0 : std::abs(term.value) >= magnitudes[most_ - 1];
            if (!is_said || said_so_far == most_)
                continue;
            products += bracketed(term.left.value) + (term.right ? times() + bracketed(term.right->value) : "") + " + ";
            sum = sum + product_of(term);
            ++said_so_far;
        }
        if (rest_is_zero)
            add_side(sum);
        else
            last_side_ = Calculated(sum.value()); // nobody can tell what is left
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
        Calculated sum_of_products(Decimal{});
        Calculated sum_of_values(Decimal{});
        bool has_products = false;
        for (const Term& term : terms) {
            products += (products.empty() ? "" : " + ") + bracketed(term.left.value) + head_behind(term);
            if (term.right)
                products += times() + bracketed(term.right->value);
            sum_of_products = sum_of_products + product_of(term);
            sum_of_values = sum_of_values + digits(static_cast<float>(term.value));
            has_products = has_products || term.right;
            values += (values.empty() ? "" : " + ") + bracketed(static_cast<float>(term.value));
        }
        add_side(sum_of_products);
        if (terms.size() < 2 || !has_products || is_whole(terms)) // those are done in the head
            return products;
        add_side(sum_of_values);
        return fmt::format("{} {} {}", products, relation(sum_of_products, sum_of_values), values);
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
        float largest = -std::numeric_limits<float>::infinity();
        for (const Term& term : explanation_.terms) {
            largest_of += (largest_of.empty() ? "" : "; ") + written(term.left.value);
            largest = std::max(largest, term.left.value);
        }
        add_side(digits(largest));
        return "the largest of " + largest_of;
    }

    std::string exponential() {
        const float score = explanation_.terms[0].left.value;
        const float largest = explanation_.terms[1].left.value;
        if (largest == -std::numeric_limits<float>::infinity()) // 0 by definition
            return {};
        add_side(exponential_of(score, largest));
        return fmt::format("exp({} − {})", written(score), bracketed(largest));
    }

    /// True if the number follows from others, and stands there for none that was given.
    bool is_made(const CellId& cell) const {
        const Rule rule = explain(drawing_.trace, cell).rule;
        return rule != Rule::pinned && rule != Rule::given;
    }

    /// A share: its exponential over those of the whole row.
    std::string quotient() {
        const CellId& cell = explanation_.cell;
        if (explanation_.terms.size() < 2 || !drawing_.trace.has(ArrayId::masked))
            return {};
        const Matrix masked = drawing_.trace.matrix({ArrayId::masked, cell.item, cell.head});
        const Matrix exponentials = drawing_.trace.matrix({ArrayId::exp, cell.item, cell.head});
        const float largest = drawing_.trace.value({ArrayId::row_max, cell.item, cell.head, cell.row, 0});
        const float score = masked(cell.row, cell.column);
        const float above = explanation_.terms[0].left.value;
        const float total = explanation_.terms[1].left.value;
        const bool is_whole_row = static_cast<std::size_t>(exponentials.columns()) <= most_;
        const auto& made = explanation_.terms[0].left.cell; // the exponential
        const auto& by = explanation_.terms[1].left.cell;   // their sum
        if ((made && !is_made(*made)) || (is_whole_row && by && !is_made(*by))) {
            add_side(digits(above) / digits(total));
            return fmt::format("{} / {}", written(above), bracketed(total));
        }
        if (!is_whole_row) {
            add_side(exponential_of(score, largest) / digits(total));
            return fmt::format("exp({} − {}) / {}", written(score), bracketed(largest), bracketed(total));
        }
        std::string row;
        Calculated sum(Decimal{});
        for (Index j = 0; j < exponentials.columns(); ++j)
            if (masked(cell.row, j) != -std::numeric_limits<float>::infinity()) {
                row += (row.empty() ? "" : " + ") + bracketed(exponentials(cell.row, j));
                sum = sum + digits(exponentials(cell.row, j));
            }
        if (row.empty()) // every key is masked
            return {};
        const Calculated first = exponential_of(score, largest) / sum;
        const Calculated second = digits(above) / digits(total);
        add_side(first);
        add_side(second);
        return fmt::format("exp({} − {}) / ({}) {} {} / {}", written(score), bracketed(largest), row,
                           relation(first, second), written(above), bracketed(total));
    }

    const DrawContext& drawing_;
    Explanation explanation_;
    std::size_t most_;
    int usual_decimals_;             ///< of the cell's number
    int decimals_ = usual_decimals_; ///< of the numbers that lead to it
    ShownDecimal result_;
    std::optional<Calculated> last_side_;
    bool holds_ = true; ///< every side rounds to the number
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

std::string by_hand(float value, int decimals) {
    std::string text = display_number(value, decimals);
    if (text.find('e') != std::string::npos)
        return of_two_digits(value);
    const bool has_decimals = text.find('.') != std::string::npos;
    if (!has_decimals || !is_exact_by_hand(value, decimals))
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

bool is_exact_by_hand(float value, int decimals) {
    const double scaled = static_cast<double>(value) * std::pow(10.0, decimals);
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
        const Explanation inner = explain(trace, *term.left.cell);
        if (inner.rule == Rule::pinned || inner.rule == Rule::given)
            terms.push_back(term);
        else
            terms.insert(terms.end(), inner.terms.begin(), inner.terms.end());
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
