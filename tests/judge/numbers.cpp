#include "tests/judge/numbers.h"

#include "core/figure/text.h"
#include "tests/core/figure/fonts.h"
#include "tests/judge/residual.h"
#include "tests/judge/singular_values.h"
#include "tests/judge/written_number.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <utility>

namespace attn::test {

namespace {

const Text* text_at(const DisplayList& list, std::size_t place) {
    return place < list.items.size() ? std::get_if<Text>(&list.items[place].shape()) : nullptr;
}

/// A term of a sum, and the factors beside it.
struct WrittenTerm {
    Written value;
    std::optional<Written> left;
    std::optional<Written> right;
};

/// The term at a place in the list. Its factors have no statement of their own: they stand behind it, "= right × left",
/// or before it as one text, "left × right".
WrittenTerm term_at(const DisplayList& list, std::size_t place, const Written& value) {
    WrittenTerm term{value, {}, {}};
    const Text* const equals = text_at(list, place + 1);
    const Text* const times = text_at(list, place + 3);
    if (equals != nullptr && times != nullptr && (equals->text == "=" || equals->text == "≈") &&
        (times->text == "×" || times->text == "·")) {
        term.right = read_number(text_at(list, place + 2)->text);
        term.left = read_number(text_at(list, place + 4)->text);
    } else if (const Text* const factors = place == 0 ? nullptr : text_at(list, place - 1)) {
        for (const std::string_view sign : {" × ", " · "})
            if (const std::size_t at = factors->text.find(sign); at != std::string::npos) {
                term.left = read_number(factors->text.substr(0, at));
                term.right = read_number(factors->text.substr(at + sign.size()));
            }
    }
    return term;
}

/// The numbers of a cell's written sum.
struct WrittenSum {
    std::map<Index, WrittenTerm> terms;
    std::optional<Written> rest; ///< the sum of all other terms
    std::optional<Written> total;
    bool is_rounded = false;
};

class NumberComplaints {
public:
    NumberComplaints(const DisplayList& list, const Reference& reference, const Reference& baseline)
        : list_(list), reference_(reference), baseline_(baseline), singular_values_(reference) {}

    std::vector<std::string> all() {
        for (std::size_t place = 0; place < list_.items.size(); ++place)
            if (const Text* const text = text_at(list_, place))
                check(place, *text);
        for (const auto& [cell, sum] : sums_)
            check_sum(cell, sum);
        check_sums_over_heads();
        return std::move(complaints_);
    }

private:
    template <class... Values>
    void complain(fmt::format_string<Values...> text, Values&&... values) {
        complaints_.push_back(fmt::format(text, std::forward<Values>(values)...));
    }

    void check(std::size_t place, const Text& text) {
        const Statement& says = list_.items[place].says;
        const auto written = read_number(text.text);
        if (const auto* number = std::get_if<ShownNumber>(&says)) {
            check_number(*number, written, text.text);
            if (written && *number == ShownNumber{.cell = number->cell})
                in_cells_.emplace(number->cell, *written);
        } else if (const auto* term = std::get_if<ShownTerm>(&says); term != nullptr && written)
            sums_[term->cell].terms.emplace(term->term, term_at(list_, place, *written));
        else if (const auto* rest = std::get_if<ShownRest>(&says); rest != nullptr && written)
            sums_[rest->cell].rest = written;
        else if (const auto* sum = std::get_if<ShownSum>(&says); sum != nullptr && written) {
            sums_[sum->cell].total = written;
            sums_[sum->cell].is_rounded = sum->is_rounded;
        } else if (const auto* product = std::get_if<ShownProduct>(&says))
            check_product(*product, written, text.text);
        else if (const auto* residual = std::get_if<ShownResidual>(&says))
            check_residual(*residual, written, text.text);
        else if (const auto* singular = std::get_if<ShownSingularValue>(&says))
            check_singular_value(*singular, written, text.text);
        else if (const auto* tick = std::get_if<ShownTick>(&says)) {
            if (!written || !agrees(*written, {tick->value, 0}))
                complain("a tick says {}, and is {}", text.text, tick->value);
        } else if (const auto* length = std::get_if<ShownLength>(&says)) {
            if (!text.text.ends_with(fmt::format(": {}", reference_.length(length->length))))
                complain("“{}” is {}", text.text, reference_.length(length->length));
        } else if (written)
            check_unsaid(text, written);
    }

    /// Checks that each term is one of the cell's, that the rest is the sum of all others, and that they add up to the
    /// total.
    void check_sum(const CellId& cell, const WrittenSum& written) {
        const std::vector<ExpectedTerm> terms = reference_.terms(cell);
        Expected whole;
        Expected left;
        for (Index t = 0; t < std::ssize(terms); ++t) {
            const Expected value = terms[static_cast<std::size_t>(t)].value();
            whole = sum(whole, value);
            if (!written.terms.contains(t))
                left = sum(left, value);
        }
        double added = 0;
        for (const auto& [place, term] : written.terms) {
            added += term.value.value;
            if (place >= std::ssize(terms))
                complain("{} has no term {}", target_name(cell), place + 1);
            else
                check_term(cell, place, term, terms[static_cast<std::size_t>(place)]);
        }
        if (written.rest) {
            added += written.rest->value;
            if (!agrees(*written.rest, left))
                complain("the other terms of {} are said to add up to {}, and do to {}", target_name(cell),
                         written.rest->value, left.value);
        }
        if (!written.total)
            return;
        if (!written.rest && !agrees({0, written.total->half_unit}, left))
            complain("the sum of {} is written without terms that add up to {}", target_name(cell), left.value);
        if (!written.is_rounded && !agrees(*written.total, {added, 0}))
            complain("the terms of {} add up to {}, and {} stands beneath them", target_name(cell), added,
                     written.total->value);
        whole.tolerance = reference_.tolerance(cell.array, cell.item, cell.head);
        if (!agrees(*written.total, whole))
            complain("{} is said to be the sum {}, and is {}", target_name(cell), written.total->value, whole.value);
    }

    void check_term(const CellId& cell, Index place, const WrittenTerm& written, const ExpectedTerm& term) {
        if (!agrees(written.value, term.value()))
            complain("term {} of {} says {}, and is {}", place + 1, target_name(cell), written.value.value,
                     term.value().value);
        if (!term.right)
            return;
        if (!written.left || !written.right)
            complain("term {} of {} does not say what it is the product of", place + 1, target_name(cell));
        else if (!agrees(*written.left, term.left) || !agrees(*written.right, *term.right))
            complain("term {} of {} says {} × {}, and is {} × {}", place + 1, target_name(cell), written.left->value,
                     written.right->value, term.left.value, term.right->value);
    }

    static Expected value_in(const Reference& reference, const ShownNumber& number) {
        const Expected value = reference.expected(number.cell);
        return number.less ? difference(value, reference.expected(*number.less)) : value;
    }

    void check_number(const ShownNumber& number, const std::optional<Written>& written, const std::string& text) {
        Expected expected = value_in(reference_, number);
        if (number.is_change)
            expected = difference(expected, value_in(baseline_, number));
        // A change of zero is not written.
        const bool is_nothing = text.empty() && std::abs(expected.value) <= expected.tolerance;
        if (!is_nothing && (!written || !agrees(*written, expected)))
            complain("{} says {}, and is {}", target_name(number.cell), text, expected.value);
    }

    void check_singular_value(const ShownSingularValue& shown, const std::optional<Written>& written,
                              const std::string& text) {
        const std::vector<double>& values = singular_values_.of(shown.product, shown.head);
        const double value = values[static_cast<std::size_t>(shown.number)];
        const double rounding = 1e-6 * values.front();
        if (!written || std::abs(written->value - value) > written->half_unit * 1.001 + rounding)
            complain("singular value {} of head {} says {}, and is {}", shown.number + 1, shown.head + 1, text, value);
    }

    void check_residual(const ShownResidual& shown, const std::optional<Written>& written, const std::string& text) {
        const ExpectedResidual row = expected_residual(reference_, shown.past, shown.written);
        const Expected& expected =
            (shown.is_normed ? row.normed : row.sum).at(static_cast<std::size_t>(shown.written.column));
        if (!written || !agrees(*written, expected))
            complain("{} and {}, added{}, say {}, and are {}", target_name(Target(shown.past)),
                     target_name(Target(shown.written)), shown.is_normed ? " and normed" : "", text, expected.value);
    }

    void check_product(const ShownProduct& product, const std::optional<Written>& written, const std::string& text) {
        constexpr double rounding = 1e-5; // sums that the program computes in single precision
        Expected whole;
        double size = 0;
        CellId left = product.left;
        CellId right = product.right;
        for (Index t = 0; t < product.terms; ++t) {
            left.column = t;
            (product.right_transposed ? right.column : right.row) = t;
            const Expected term = test::product(reference_.expected(left), reference_.expected(right));
            whole = sum(whole, term);
            size += std::abs(term.value);
        }
        whole.tolerance += size * rounding;
        if (!written || !agrees(*written, whole))
            complain("the product of {} and {} says {}, and is {}", target_name(Target(product.left)),
                     target_name(Target(product.right)), text, whole.value);
    }

    /// Checks that a number in a cell without a statement is the cell's value.
    void check_unsaid(const Text& text, const std::optional<Written>& written) {
        const Target target = hit(list_, typesetter().box(text).centre(), typesetter());
        if (const auto* cell = std::get_if<CellId>(&target)) {
            check_number({.cell = *cell}, written, text.text);
        }
    }

    bool says_rounded() const {
        return std::ranges::any_of(list_.items, [](const Item& item) {
            const Text* const text = std::get_if<Text>(&item.shape());
            return text != nullptr && text->text.find("ounded") != std::string::npos;
        });
    }

    /// Checks that the heads' contributions beside their sum add up, unless the picture says that they are rounded.
    void check_sums_over_heads() {
        const Index heads = reference_.length(&Sizes::H);
        for (const auto& [cell, whole] : in_cells_) {
            if (cell.array != ArrayId::Y)
                continue;
            double sum = 0;
            bool is_whole = true;
            for (Index head = 0; head < heads; ++head) {
                const auto part = in_cells_.find({0, ArrayId::parts, cell.item, head, cell.row, cell.column});
                is_whole = is_whole && part != in_cells_.end();
                sum += part == in_cells_.end() ? 0 : part->second.value;
            }
            if (const auto bias = in_cells_.find({0, ArrayId::b_O, 0, 0, 0, cell.column}); bias != in_cells_.end())
                sum += bias->second.value;
            const bool is_equal = !std::isfinite(sum) || std::abs(sum - whole.value) <= whole.half_unit;
            if (is_whole && !is_equal && !says_rounded())
                complain("the parts of {} add up to {}, and {} stands in it", target_name(cell), sum, whole.value);
        }
    }

    const DisplayList& list_;
    const Reference& reference_;
    const Reference& baseline_;
    SingularValues singular_values_;
    std::map<CellId, WrittenSum> sums_;
    std::map<CellId, Written> in_cells_;
    std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string> number_complaints(const DisplayList& list, const Reference& reference,
                                           const Reference& baseline) {
    return NumberComplaints(list, reference, baseline).all();
}

} // namespace attn::test
