#include "ui/panels/cell_terms.h"

#include "core/document/options/session_notation.h"
#include "core/explain/written_terms.h"
#include "core/figure/bar_length.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/figure/written_relation.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::size_t most_terms = 6;

Rule rule_of(const UiContext& ui, const Explanation& explanation) {
    const ArrayId id = explanation.cell.array;
    if (explanation.rule != Rule::pinned || !is_stage(id) || explanation.terms.empty())
        return explanation.rule;
    return explain_computing(ui.trace, explanation.cell).rule;
}

WrittenProduct written_product(const Term& term) {
    return {term.left.value, term.right->value, static_cast<float>(term.value)};
}

/// Returns the number relative to which the bars are drawn. A masked score is infinite, and is not counted.
double largest_finite(std::span<const Term> terms) {
    double largest = 1e-12;
    for (const Term& term : terms)
        if (std::isfinite(term.value))
            largest = std::max(largest, std::abs(term.value));
    return largest;
}

/// The widths of the parts of a line "name number × name number = number ▬".
struct TermColumns {
    float left = 86; ///< the left factor's name and number
    float right = 86;
    float bar = 44;
    Font names{};
};

class TermLines {
public:
    TermLines(Scene& scene, const UiContext& ui, const CellTerms& terms, const SectionPlace& place)
        : scene_(scene), ui_(ui), theme_(ui.theme()), terms_(terms), left_(place.left), right_(place.right),
          y_(place.y), line_(place.line) {}

    float add() {
        const std::span<const Term> alone = terms_.terms().first(terms_.lines());
        y_ += 2;
        if (terms_.sums()) {
            choose_columns(alone);
            const double largest = largest_finite(terms_.terms());
            for (const Term& term : alone)
                add_term(term, largest);
        } else {
            columns_.bar = 0;
            for (const Term& term : alone)
                add_operand(term, &term != alone.data());
        }
        if (alone.size() < terms_.terms().size())
            add_rest(terms_.terms().subspan(alone.size()));
        add_result();
        return y_;
    }

private:
    /// Adds a factor, whose name links to its cell; a constant has no name.
    void add_factor(const Factor& factor, float x, float number_right) {
        if (factor.cell) {
            const CellId cell = as_formulas_call_it(*factor.cell);
            const float width = add_text(scene_, ui_, {x, y_}, short_cell(ui_, cell), theme_.ink, columns_.names,
                                         Horizontal::left, "link:" + cell_name(cell));
            scene_.list.add(line({x, y_ + 5}, {x + width, y_ + 5}, {theme_.dim, 1, LineStyle::dashed}));
        }
        if (number_right > x)
            add_text(scene_, ui_, {number_right, y_}, display_number(factor.value, terms_.factor_decimals()),
                     theme_.ink, {}, Horizontal::right);
    }

    /// Returns the cell to which formulas of softmax link: if the notation uses the same name for scores before and
    /// after the mask, and nothing is masked, the cell before the mask.
    CellId as_formulas_call_it(const CellId& cell) const {
        if (!is_stage(cell.array) || row_of(cell.array).meaning != Meaning::score)
            return cell;
        const Recipe& recipe = ui_.trace.recipe(cell.array);
        const Notation& notation = notation_of(ui_.session);
        if (recipe.operation != OperationId::add ||
            in_letters("<softmax score>", notation) != in_letters("<scaled score>", notation))
            return cell;
        CellId unmasked = cell;
        unmasked.array = recipe.operands[0].array;
        const bool is_called_alike = ui_.trace.contains(unmasked) && ui_.trace.value(unmasked) == ui_.trace.value(cell);
        return is_called_alike ? unmasked : cell;
    }

    /// The room for a factor's name and number, with a space between them.
    float room_of(const Factor& factor, const Font& names) const {
        const float name =
            factor.cell
                ? ui_.typesetter.measure(short_cell(ui_, as_formulas_call_it(*factor.cell)), names).width + space::small
                : 0;
        return name + ui_.typesetter.measure(display_number(factor.value, terms_.factor_decimals()), Font{}).width;
    }

    /// Columns with small names, each side as wide as its widest factor, and no bars.
    TermColumns narrow_columns(std::span<const Term> terms) const {
        TermColumns columns{.left = 0, .right = 0, .bar = 0, .names = small()};
        for (const Term& term : terms)
            if (term.right) {
                columns.left = std::max(columns.left, std::ceil(room_of(term.left, columns.names)));
                columns.right = std::max(columns.right, std::ceil(room_of(*term.right, columns.names)) + 4);
            }
        return columns;
    }

    /// Chooses columns in which all factors fit; long names become smaller and take the bars' room.
    void choose_columns(std::span<const Term> terms) {
        const auto fits = [&](const TermColumns& way) {
            return std::ranges::all_of(terms, [&](const Term& term) {
                return !term.right ||
                       (room_of(term.left, way.names) <= way.left && room_of(*term.right, way.names) <= way.right - 4);
            });
        };
        if (fits(columns_))
            return;
        columns_ = {.left = 100, .right = 100, .bar = 16, .names = small()};
        if (!fits(columns_))
            columns_ = narrow_columns(terms);
    }

    void add_term(const Term& term, double largest) {
        y_ += line_;
        const float end = left_ + columns_.left + columns_.right + 12; // the right end of the right factor
        // A factor alone is the number at the line's end, and is not written twice.
        add_factor(term.left, left_, term.right ? left_ + columns_.left : left_);
        if (term.right) {
            add_text(scene_, ui_, {left_ + columns_.left + 8, y_}, times_sign(notation_of(ui_.session)), theme_.dim, {},
                     Horizontal::centre);
            add_factor(*term.right, left_ + columns_.left + 16, end);
            const Calculated product = as_displayed(term.left.value, terms_.factor_decimals()) *
                                       as_displayed(term.right->value, terms_.factor_decimals());
            const std::string_view sign = relation(product, terms_.digits(term.value));
            add_text(scene_, ui_, {end + 9, y_}, std::string(sign), theme_.dim, {}, Horizontal::centre);
        }
        add_text(scene_, ui_, {result_right(), y_}, terms_.shown(term.value), theme_.ink, bold(), Horizontal::right);
        add_bar(term, largest);
    }

    void add_bar(const Term& term, double largest) {
        if (columns_.bar == 0)
            return;
        Rectangle bar;
        const float share = std::max(0.02F, filled_part(std::abs(term.value), largest));
        bar.box = {right_ - columns_.bar, y_ - 8, share * columns_.bar, 7};
        const auto most = static_cast<float>(largest);
        bar.fill = colour_map(ui_.workspace.grey ? Palette::grey : Palette::diverging, ui_.workspace.look)
                       .at(static_cast<float>(term.value), {-most, most, -most, most, RangeSource::this_matrix});
        scene_.list.add(bar);
    }

    /// The right end of the terms' values, left of the bars if there are any.
    float result_right() const { return columns_.bar > 0 ? right_ - columns_.bar - space::small : right_; }

    /// Adds an operand of a rule other than a sum: a side of a quotient, the argument of an exponential, a copied
    /// number.
    void add_operand(const Term& term, bool is_second) {
        y_ += line_;
        const bool is_maximum = terms_.rule() == Rule::maximum;
        if (is_second && !is_maximum)
            add_text(scene_, ui_, {left_, y_}, sign(), theme_.dim);
        const float x = is_maximum || terms_.terms().size() == 1 ? left_ : left_ + 20;
        add_factor(term.left, x, term.right ? x + 100 : result_right());
        if (term.right) {
            add_text(scene_, ui_, {x + 112, y_}, times_sign(notation_of(ui_.session)), theme_.dim, {},
                     Horizontal::centre);
            add_factor(*term.right, x + 124, x + 206);
        }
    }

    std::string sign() const { return terms_.rule() == Rule::quotient || terms_.rule() == Rule::soft_cap ? "÷" : "−"; }

    void add_rest(std::span<const Term> rest) {
        y_ += line_;
        add_text(scene_, ui_, {left_, y_}, fmt::format("{} more", rest.size()), theme_.dim);
        if (terms_.rule() != Rule::maximum)
            add_text(scene_, ui_, {result_right(), y_}, terms_.shown(sum_of(rest)), theme_.ink, {}, Horizontal::right);
    }

    std::string name_of_result() const {
        if (terms_.sums() && !terms_.is_logistic() && terms_.terms().size() > 1)
            return terms_.is_rounded() ? "sum, rounded" : "sum";
        switch (terms_.rule()) {
        case Rule::maximum:
            return "the largest";
        case Rule::exponential:
            return "exp of it";
        case Rule::soft_cap:
            return "the cap × tanh of it";
        case Rule::logistic:
            return "1 / (1 + exp of minus their sum)";
        default:
            return "value";
        }
    }

    void add_result() {
        y_ += 11;
        add_rule(scene_, ui_, {left_, y_}, {right_, y_});
        y_ += 20;
        const std::string name = name_of_result();
        add_text(scene_, ui_, {left_, y_}, name, theme_.dim);
        attach_claims(scene_.list, {{name, Always{"it names what is done to the lines above it"}}});
        add_text(scene_, ui_, {result_right(), y_}, display_number(terms_.value(), terms_.value_decimals()), theme_.ink,
                 bold(), Horizontal::right);
    }

    Scene& scene_;
    const UiContext& ui_;
    const Theme& theme_;
    const CellTerms& terms_;
    float left_;
    float right_;
    float y_;
    float line_; ///< distance from one baseline to the next
    TermColumns columns_;
};

} // namespace

CellTerms::CellTerms(const UiContext& ui, const Explanation& explanation)
    : explanation_(explanation), rule_(rule_of(ui, explanation)), terms_(terms_as_written(ui.trace, explanation)) {
    choose_order();
    if (sums() && !is_logistic() && !terms_.empty())
        choose_decimals();
    if (sums())
        choose_decimals_of_products();
    else if (terms_.size() == 2 && (rule_ == Rule::quotient || rule_ == Rule::exponential))
        choose_decimals_of_operands();
}

std::size_t CellTerms::lines() const {
    return terms_.size() > most_terms ? most_terms - 1 : terms_.size();
}

bool CellTerms::is_share() const {
    return explanation_.cell.array == ArrayId::A || explanation_.cell.array == ArrayId::exp;
}

float CellTerms::value() const {
    return is_pinned() ? static_cast<float>(explanation_.recomputed) : explanation_.value;
}

std::string CellTerms::shown(double value) const {
    const auto number = static_cast<float>(value);
    return std::abs(number) < 1000 ? fixed_number(number, decimals_) : display_number(number, decimals_);
}

Calculated CellTerms::digits(double value) const {
    const auto number = static_cast<float>(value);
    return std::abs(number) < 1000 ? as_fixed(number, decimals_) : as_displayed(number, decimals_);
}

void CellTerms::choose_order() {
    if (sums())
        std::ranges::stable_sort(terms_, std::ranges::greater(), [](const Term& term) { return std::abs(term.value); });
    else if (rule_ == Rule::maximum)
        std::ranges::stable_sort(terms_, std::ranges::greater(), &Term::value);
}

/// Chooses the decimals of the terms as they are shown: some on lines of their own, the sum of the others on one line.
void CellTerms::choose_decimals() {
    const std::span<const Term> all = terms_;
    std::vector<float> values;
    for (const Term& term : all.first(lines()))
        values.push_back(static_cast<float>(term.value));
    if (lines() < all.size())
        values.push_back(static_cast<float>(sum_of(all.subspan(lines()))));
    const auto exact = decimals_that_add_up(values, value(), 2, 3);
    decimals_ = exact.value_or(2);
    is_rounded_ = !exact && all.size() > 1;
}

/// Chooses the decimals of all factors, so that multiplying them gives the products beside them.
void CellTerms::choose_decimals_of_products() {
    constexpr int fewest = 2;
    constexpr int most = 5; // as many as fit
    std::vector<WrittenProduct> products;
    for (const Term& term : std::span<const Term>(terms_).first(lines()))
        if (term.right)
            products.push_back(written_product(term));
    factor_decimals_ = decimals_that_multiply(products, decimals_, fewest, most, as_displayed);
}

/// Chooses the decimals of the operands, so that computing with them gives the shown value.
void CellTerms::choose_decimals_of_operands() {
    constexpr int most = 5;
    if (!std::isfinite(value()))
        return;
    const ShownDecimal shown = shown_decimal(value(), value_decimals());
    const auto gives_the_value = [&] {
        const Calculated left = as_displayed(static_cast<float>(terms_[0].value), factor_decimals_);
        const Calculated right = as_displayed(static_cast<float>(terms_[1].value), factor_decimals_);
        return rounds_to(rule_ == Rule::quotient ? left / right : exponential(left + Decimal{-1, 0} * right), value(),
                         shown);
    };
    while (factor_decimals_ < most && !gives_the_value())
        ++factor_decimals_;
}

int headline_decimals(const UiContext& ui, const CellTerms& terms) {
    const int usual = std::max(2, ui.workspace.decimals);
    const float value = terms.explanation().value;
    // Weights are small, and sums show three of their decimals; two are enough if they are exact.
    const bool is_long = is_parameter(terms.explanation().cell.array) && std::round(value * 100) / 100 != value;
    const int alone = terms.is_share() || is_long ? usual + 1 : usual;
    const bool is_sum = terms.sums() && !terms.is_pinned(); // a sum is also shown below its terms
    return is_sum ? std::max(alone, terms.value_decimals()) : alone;
}

double sum_of(std::span<const Term> terms) {
    double sum = 0;
    for (const Term& term : terms)
        sum += term.value;
    return sum;
}

float add_cell_terms(Scene& scene, const UiContext& ui, const CellTerms& terms, const SectionPlace& place) {
    return TermLines(scene, ui, terms, place).add();
}

} // namespace attn
