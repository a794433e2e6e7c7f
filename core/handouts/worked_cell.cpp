#include "core/handouts/worked_cell.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/steps.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/written_relation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/handouts/cell_formula_in_text.h"
#include "core/tensor/noun_for.h"
#include "core/tensor/to_integer.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <optional>
#include <span>

namespace attn {

namespace {

/// A function that returns the TeX of the cell from which a worked line copies.
using CellInWords = std::function<std::string(const CellId&)>;

/// The relation "=" or "≈", as TeX.
std::string sign_of(bool is_exact) {
    return is_exact ? "=" : R"(\approx)";
}
/// The explanation of a cell with numbers as they are computed on paper.
Explanation explained_on_paper(const Trace& trace, const CellId& cell) {
    Explanation explanation = explain(trace, cell);
    const auto rewrite = [&](Factor& factor) {
        if (factor.cell)
            factor.value = number_on_paper(trace, *factor.cell);
        return factor.value == 0;
    };
    for (Term& term : explanation.terms) {
        const bool is_left_zero = rewrite(term.left);
        if ((term.right && rewrite(*term.right)) || is_left_zero)
            term.value = 0;
    }
    explanation.value = number_on_paper(trace, cell);
    return explanation;
}

std::string sign_between(const Calculated& left, const Calculated& right) {
    return sign_of(relation(left, right) == "=");
}

/// Writes the worked line of a cell as TeX.
class Worked {
public:
    Worked(const DrawContext& drawing, const CellId& cell, std::size_t most, const CellInWords& name)
        : drawing_(drawing), explanation_(explained_on_paper(drawing.trace, cell)), most_(most), name_(name),
          usual_decimals_(drawing.view_state.fine_decimals()), result_(digits_of(explanation_.value)) {}

    /// The line behind the cell's name. Its steps get more decimals than its result if rounded steps would lead to
    /// another number.
    std::string line() {
        constexpr int most_decimals = 9; // a float has no more
        std::string steps = chain();
        while (!holds_ && decimals_ < most_decimals) {
            ++decimals_;
            holds_ = true;
            steps = chain();
        }
        return fmt::format("{}{} {}", steps.empty() ? "" : "= " + steps + " ", sign_of_result(),
                           by_hand_tex(explanation_.value, usual_decimals_));
    }

private:
    ShownDecimal digits_of(float value) const {
        return std::isfinite(value) ? shown_decimal(value, usual_decimals_) : ShownDecimal();
    }

    /// The sign before the cell's number: it compares the last side, or else the exact number.
    std::string sign_of_result() const {
        if (last_side_)
            return sign_between(*last_side_, as_displayed(explanation_.value, usual_decimals_));
        return sign_of(is_exact_by_hand(explanation_.value, usual_decimals_));
    }

    /// Adds a side of the equation, and notes if its digits do not round to the cell's number.
    void add_side(const Calculated& side) {
        holds_ = holds_ && rounds_to(side, explanation_.value, result_);
        last_side_ = side;
    }

    std::string written(float value) const { return by_hand_tex(value, decimals_); }

    /// The number as a factor or a summand: in brackets if it is negative.
    std::string bracketed(float value) const { return value < 0 ? "(" + written(value) + ")" : written(value); }

    Calculated digits(float value) const { return as_displayed(value, decimals_); }

    Calculated product_of(const Term& term) const {
        return term.right ? digits(term.left.value) * digits(term.right->value) : digits(term.left.value);
    }

    Calculated exponential_of(float score, float largest) const {
        return attn::exponential(digits(score) + Decimal{-1, 0} * digits(largest));
    }

    std::string times() const { return " " + in_notation("<times>", drawing_.notation) + " "; }

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

    /// The name of the cell from which the number is copied; empty if that has the same name.
    std::string copied() const {
        const std::optional<CellId>& from = explanation_.terms.front().left.cell;
        if (!from || !has_heads(from->array) || drawing_.sizes().H == 1)
            return {};
        return name_(*from);
    }

    /// The words " (head 2)" behind a head's summand in a sum over heads; empty in other sums.
    std::string head_behind(const Term& term) const {
        const bool is_of_one_head = has_heads(explanation_.cell.array);
        if (term.right || is_of_one_head || !term.left.cell || !has_heads(term.left.cell->array))
            return {};
        return fmt::format(R"(\text{{ (head {})}})", head_number(drawing_.session, term.left.cell->head));
    }

    /// The sum of its largest terms, in their order, with the number of the others, which are smaller or 0.
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
            last_side_ = Calculated(sum.value()); // the rest is unknown
        const std::size_t rest = terms.size() - said_so_far;
        const std::string terms_left = noun_for(rest, "term");
        return products + (rest_is_zero ? fmt::format(R"({}\text{{ {} of }}0)", rest, terms_left)
                                        : fmt::format(R"({}\text{{ smaller {}}})", rest, terms_left));
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
        if (terms.size() < 2 || !has_products || is_whole(terms)) // whole products are done in the head
            return products;
        add_side(sum_of_values);
        return fmt::format("{} {} {}", products, sign_between(sum_of_products, sum_of_values), values);
    }

    static bool is_whole(const std::vector<Term>& terms) {
        return std::ranges::all_of(terms, [](const Term& term) {
            const float right = term.right ? term.right->value : 0;
            return std::nearbyint(term.left.value) == term.left.value && std::nearbyint(right) == right;
        });
    }

    std::string maximum() {
        if (explanation_.terms.size() > most_)
            return fmt::format(R"(\text{{the largest of {} scores}})", explanation_.terms.size());
        std::string largest_of;
        float largest = -std::numeric_limits<float>::infinity();
        for (const Term& term : explanation_.terms) {
            largest_of += (largest_of.empty() ? "" : R"(;\;)") + written(term.left.value);
            largest = std::max(largest, term.left.value);
        }
        add_side(digits(largest));
        return R"(\text{the largest of })" + largest_of;
    }

    std::string exponential() {
        const float score = explanation_.terms[0].left.value;
        const float largest = explanation_.terms[1].left.value;
        if (largest == -std::numeric_limits<float>::infinity()) // the exponential is 0 by definition
            return {};
        add_side(exponential_of(score, largest));
        return fmt::format(R"(\exp({} - {}))", written(score), bracketed(largest));
    }

    /// True if the number is computed, neither given nor pinned.
    bool is_made(const CellId& cell) const {
        const Rule rule = explain(drawing_.trace, cell).rule;
        return rule != Rule::pinned && rule != Rule::given;
    }

    /// The steps of an attention weight: its exponential over the sum of the row's exponentials.
    std::string quotient() {
        const CellId& cell = explanation_.cell;
        constexpr ArrayId read = ArrayId::masked; // softmax reads it
        if (explanation_.terms.size() < 2 || !drawing_.trace.has(read))
            return {};
        const Matrix masked = drawing_.trace.matrix({cell.layer, read, cell.item, cell.head});
        const Matrix exponentials = drawing_.trace.matrix({cell.layer, ArrayId::exp, cell.item, cell.head});
        const auto on_paper = [&](ArrayId array, Index column) {
            return number_on_paper(drawing_.trace, {cell.layer, array, cell.item, cell.head, cell.row, column});
        };
        const float largest = on_paper(ArrayId::row_max, 0);
        const float score = on_paper(read, cell.column);
        const float above = explanation_.terms[0].left.value;
        const float total = explanation_.terms[1].left.value;
        const bool is_whole_row = static_cast<std::size_t>(exponentials.columns()) <= most_;
        const auto& made = explanation_.terms[0].left.cell; // the cell of the exponential
        const auto& by = explanation_.terms[1].left.cell;   // the cell of their sum
        if ((made && !is_made(*made)) || (is_whole_row && by && !is_made(*by))) {
            add_side(digits(above) / digits(total));
            return fmt::format("{} / {}", written(above), bracketed(total));
        }
        if (!is_whole_row) {
            add_side(exponential_of(score, largest) / digits(total));
            return fmt::format(R"(\exp({} - {}) / {})", written(score), bracketed(largest), bracketed(total));
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
        return fmt::format(R"(\exp({} - {}) / ({}) {} {} / {})", written(score), bracketed(largest), row,
                           sign_between(first, second), written(above), bracketed(total));
    }

    const DrawContext& drawing_;
    Explanation explanation_;
    std::size_t most_;
    const CellInWords& name_;
    int usual_decimals_;             ///< decimals of the cell's number
    int decimals_ = usual_decimals_; ///< decimals of the numbers that lead to it
    ShownDecimal result_;
    std::optional<Calculated> last_side_;
    bool holds_ = true; ///< every side rounds to the cell's number
};

} // namespace

namespace {

/// The size with two digits: "0.00026" as pupils write it, or "2.6·10⁻⁹" if there are too many zeros to count.
std::string of_two_digits(double size) {
    constexpr double least_plain = 1e-5;
    int power = to_integer<int>(std::floor(std::log10(size)));
    std::string digits = fixed_number(static_cast<float>(size / std::pow(10.0, power)), 1);
    if (digits == "10.0") {
        digits = "1.0";
        ++power;
    }
    return size < 1 && size >= least_plain ? fixed_number(static_cast<float>(size), 1 - power)
                                           : fmt::format(R"({}{{\cdot}}10^{{{}}})", digits, power);
}

/// The digits without zeros at the end of the fraction.
std::string without_idle_zeros(std::string digits) {
    while (digits.back() == '0')
        digits.pop_back();
    if (digits.back() == '.')
        digits.pop_back();
    return digits;
}

} // namespace

std::string by_hand_tex(float value, int decimals) {
    if (std::isnan(value))
        return R"(\mathrm{NaN})";
    const std::string sign = value < 0 ? "-" : "";
    if (std::isinf(value))
        return sign + R"(\infty)";
    const float size = std::abs(value);
    const ShownDecimal shown = shown_decimal(size, decimals);
    if (shown.is_scientific)
        return sign + of_two_digits(static_cast<double>(size));
    const std::string digits = fixed_number(size, std::max(0, -shown.last_place));
    const bool has_decimals = std::ranges::find(digits, '.') != digits.end();
    const bool is_zero = std::ranges::all_of(digits, [](char letter) { return letter == '0' || letter == '.'; });
    return (is_zero ? "" : sign) +
           (has_decimals && is_exact_by_hand(value, decimals) ? without_idle_zeros(digits) : digits);
}

std::string by_hand(float value, int decimals) {
    return letters_of_tex(by_hand_tex(value, decimals));
}

bool is_exact_by_hand(float value, int decimals) {
    const double scaled = static_cast<double>(value) * std::pow(10.0, decimals);
    return !std::isfinite(value) || std::abs(scaled - std::nearbyint(scaled)) < 1e-3;
}

float number_on_paper(const Trace& trace, const CellId& cell) {
    constexpr double least_share = 1e-6;     // as a part of the terms' magnitudes; less is the rounding of floats
    constexpr float smallest_factor = 1e-5F; // a smaller one may be such a rounding itself
    const auto is_zero = [&](const Factor& factor) {
        return factor.value == 0 ||
               (std::abs(factor.value) < smallest_factor && factor.cell && number_on_paper(trace, *factor.cell) == 0);
    };
    const Explanation explanation = explain(trace, cell);
    if (explanation.value == 0 || explanation.terms.empty())
        return explanation.value;
    double magnitudes = 0;
    switch (explanation.rule) {
    case Rule::sum_of_products:
    case Rule::sum:
        for (const Term& term : explanation.terms)
            magnitudes += is_zero(term.left) || (term.right && is_zero(*term.right)) ? 0 : std::abs(term.value);
        return magnitudes == 0 || std::abs(static_cast<double>(explanation.value)) < least_share * magnitudes
                   ? 0
                   : explanation.value;
    case Rule::product:
    case Rule::copy:
        return is_zero(explanation.terms.front().left) ? 0 : explanation.value;
    case Rule::maximum: {
        float largest = -std::numeric_limits<float>::infinity();
        for (const Term& term : explanation.terms)
            largest = std::max(largest, term.left.cell ? number_on_paper(trace, *term.left.cell) : term.left.value);
        return largest;
    }
    default:
        return explanation.value;
    }
}

bool adds_heads(const DrawContext& drawing) {
    const std::span<const ArrayId> steps = steps_of_notes(drawing.session.notation);
    return drawing.sizes().H > 1 && !has_array(drawing, ArrayId::b_O) &&
           std::ranges::find(steps, ArrayId::parts) != steps.end();
}

std::vector<Term> summands(const Trace& trace, const CellId& cell, bool by_head) {
    std::vector<Term> terms;
    for (const Term& term : explained_on_paper(trace, cell).terms) {
        const bool is_part = !by_head && term.left.cell && term.left.cell->array == ArrayId::parts && !term.right;
        if (!is_part) {
            terms.push_back(term);
            continue;
        }
        const Explanation inner = explained_on_paper(trace, *term.left.cell);
        if (inner.rule == Rule::pinned || inner.rule == Rule::given)
            terms.push_back(term);
        else
            terms.insert(terms.end(), inner.terms.begin(), inner.terms.end());
    }
    return terms;
}

namespace {

FormulaNode worked_formula(const DrawContext& drawing, const CellId& cell, std::size_t most, const CellInWords& name) {
    Result<Formula> line = parse_formula(Worked(drawing, cell, most, name).line());
    assert(line);
    return line ? std::move(line->root) : FormulaNode{};
}

/// True if the cell's name contains its head.
bool names_its_head(const DrawContext& drawing, const CellId& cell) {
    CellId other = cell;
    other.head = cell.head == 0 ? 1 : 0;
    return drawing.sizes().H > 1 && has_heads(cell.array) && cell_tex(drawing, cell) != cell_tex(drawing, other);
}

} // namespace

std::string worked_steps(const DrawContext& drawing, const CellId& cell, std::size_t most) {
    const auto name = [&](const CellId& from) {
        return fmt::format(R"(\text{{{}}})", short_cell_of_head(drawing, from));
    };
    return letters_of(worked_formula(drawing, cell, most, name));
}

std::string worked_cell(const DrawContext& drawing, const CellId& cell, std::size_t most) {
    return short_cell(drawing, canonical(drawing, cell)) + " " + worked_steps(drawing, cell, most);
}

std::string cell_tex(const DrawContext& drawing, const CellId& cell) {
    const std::string formula = cell_formula_in_text(drawing, cell.array);
    return tex_of(cell_name(notation_of(drawing.session), cell, formula).formula).tex;
}

std::string worked_cell_tex(const DrawContext& drawing, const CellId& cell, std::size_t most) {
    const auto name = [&](const CellId& from) {
        return cell_tex(drawing, from) +
               (names_its_head(drawing, from) || drawing.sizes().H == 1
                    ? ""
                    : fmt::format(R"(\text{{ of head {}}})", head_number(drawing.session, from.head)));
    };
    const FormulaNode steps = exponentials_as_in_notes(drawing, worked_formula(drawing, cell, most, name));
    return tex_formula(cell_tex(drawing, canonical(drawing, cell)) + " " + tex_of(steps).tex).tex;
}

} // namespace attn
