#include "tests/truth/numbers.h"

#include "core/explain/explain.h"
#include "core/figure/text.h"
#include "tests/core/figure/fonts.h"

#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <utility>

namespace attn::test {

namespace {

/// A number as it is written, and half a unit of its last digit.
struct Written {
    double value = 0;
    double half_unit = 0;
};

std::optional<Written> read_number(std::string text) {
    if (text.starts_with('+'))
        text.erase(0, 1);
    for (std::size_t at = text.find("−"); at != std::string::npos; at = text.find("−"))
        text.replace(at, std::string("−").size(), "-");
    if (text == "∞" || text == "-∞")
        return Written{text == "∞" ? HUGE_VAL : -HUGE_VAL, 0};
    Written written;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), written.value);
    if (problem != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    const std::size_t exponent = text.find('e');
    const std::string digits = text.substr(0, exponent);
    const std::size_t point = digits.find('.');
    const auto decimals = point == std::string::npos ? 0.0 : static_cast<double>(digits.size() - point - 1);
    const double power = exponent == std::string::npos ? 0.0 : std::stod(text.substr(exponent + 1));
    written.half_unit = 0.5 * std::pow(10.0, power - decimals);
    return written;
}

bool agrees(const Written& written, double value) {
    if (std::isinf(written.value) || std::isinf(value))
        return written.value == value;
    return std::abs(written.value - value) <= written.half_unit * 1.001 + 1e-9;
}

/// The numbers of a cell's written sum.
struct WrittenSum {
    std::map<Index, Written> terms;
    std::optional<Written> rest; ///< all other terms
    std::optional<Written> total;
    bool is_rounded = false;
};

class NumberComplaints {
public:
    NumberComplaints(const Trace& trace, const Trace* baseline) : trace_(trace), baseline_(baseline) {}

    void check(const Item& item, const DisplayList& list) {
        const auto* text = std::get_if<Text>(&item.shape());
        if (text == nullptr)
            return;
        const auto written = read_number(text->text);
        if (const auto* number = std::get_if<ShownNumber>(&item.says))
            check_number(*number, written, text->text);
        else if (const auto* term = std::get_if<ShownTerm>(&item.says); term != nullptr && written)
            sums_[term->cell].terms[term->term] = *written;
        else if (const auto* rest = std::get_if<ShownRest>(&item.says); rest != nullptr && written)
            sums_[rest->cell].rest = written;
        else if (const auto* sum = std::get_if<ShownSum>(&item.says); sum != nullptr && written) {
            sums_[sum->cell].total = written;
            sums_[sum->cell].is_rounded = sum->is_rounded;
        } else if (const auto* property = std::get_if<ShownProperty>(&item.says))
            check_property(*property, text->text);
        else if (const auto* product = std::get_if<ShownProduct>(&item.says))
            check_product(*product, written, text->text);
        else if (const auto* tick = std::get_if<ShownTick>(&item.says)) {
            if (!written || !agrees(*written, tick->value))
                complain("a tick says {}, and is {}", text->text, tick->value);
        } else if (const auto* length = std::get_if<ShownLength>(&item.says)) {
            if (!text->text.ends_with(fmt::format(": {}", trace_.sizes().*length->length)))
                complain("“{}” is {}", text->text, trace_.sizes().*length->length);
        } else if (written)
            check_unsaid(*text, written, list);
    }

    std::vector<std::string> all() {
        for (const auto& [cell, sum] : sums_)
            check_sum(cell, sum);
        return std::move(complaints_);
    }

private:
    template <class... Values>
    void complain(fmt::format_string<Values...> text, Values&&... values) {
        complaints_.push_back(fmt::format(text, std::forward<Values>(values)...));
    }

    /// Each term is what the cell is made of, in the single precision in which pictures have it, the rest is what is
    /// left of it, and they add up to what stands beneath.
    void check_sum(const CellId& cell, const WrittenSum& sum) {
        const std::vector<Term> terms = explain(trace_, cell).terms;
        const bool is_given = trace_.layer().given.contains({cell.array, cell.item, cell.head});
        double added = 0;
        double left = 0;
        for (Index t = 0; t < std::ssize(terms); ++t)
            if (!sum.terms.contains(t))
                left += terms[static_cast<std::size_t>(t)].value;
        for (const auto& [place, written] : sum.terms) {
            added += written.value;
            if (is_given) // what is written is what it would be made of
                continue;
            if (place >= std::ssize(terms))
                complain("{} has no term {}", target_name(cell), place + 1);
            else if (const auto value = static_cast<float>(terms[static_cast<std::size_t>(place)].value);
                     !agrees(written, static_cast<double>(value)))
                complain("term {} of {} says {}, and is {}", place + 1, target_name(cell), written.value, value);
        }
        if (sum.rest) {
            added += sum.rest->value;
            if (!agrees(*sum.rest, static_cast<double>(static_cast<float>(left))))
                complain("the other terms of {} are said to add up to {}, and do to {}", target_name(cell),
                         sum.rest->value, left);
        }
        if (sum.total && !sum.is_rounded && !agrees(*sum.total, added))
            complain("the terms of {} add up to {}, and {} stands beneath them", target_name(cell), added,
                     sum.total->value);
    }

    double value_of(const ShownNumber& number) const {
        const auto in = [&](const Trace& trace) {
            const double value = static_cast<double>(trace.value(number.cell));
            const double less = number.less ? static_cast<double>(trace.value(*number.less)) : 0;
            return std::isinf(value) && value == less ? 0.0 : value - less;
        };
        if (!number.is_change)
            return in(trace_);
        const double now = in(trace_);
        const double before = in(*baseline_);
        return now == before ? 0.0 : now - before;
    }

    void check_number(const ShownNumber& number, const std::optional<Written>& written, const std::string& text) {
        const double value = value_of(number);
        const bool is_nothing = text.empty() && value == 0; // of changes only those are written that are some
        if (!is_nothing && (!written || !agrees(*written, value)))
            complain("{} says {}, and is {}", target_name(number.cell), text, value);
    }

    void check_product(const ShownProduct& product, const std::optional<Written>& written, const std::string& text) {
        double sum = 0;
        double size = 0;
        CellId left = product.left;
        CellId right = product.right;
        for (Index t = 0; t < product.terms; ++t) {
            left.column = t;
            (product.right_transposed ? right.column : right.row) = t;
            const double term = static_cast<double>(trace_.value(left)) * static_cast<double>(trace_.value(right));
            sum += term;
            size += std::abs(term);
        }
        constexpr double rounding = 1e-5; // of what the program sums in single precision
        if (!written || std::abs(written->value - sum) > written->half_unit * 1.001 + size * rounding)
            complain("the product of {} and {} says {}, and is {}", target_name(Target(product.left)),
                     target_name(Target(product.right)), text, sum);
    }

    /// A number that lies in a cell and says nothing else is its value.
    void check_unsaid(const Text& text, const std::optional<Written>& written, const DisplayList& list) {
        const Target target = hit(list, typesetter().box(text).centre(), typesetter());
        if (const auto* cell = std::get_if<CellId>(&target))
            check_number({.cell = *cell}, written, text.text);
    }

    void check_property(const ShownProperty& shown, const std::string& text) {
        const CellId& cell = shown.cell;
        const Matrix values = trace_.array(cell.array, cell.item, cell.head);
        bool holds = true;
        for (Index i = 0; i < values.rows(); ++i) {
            if (shown.property != Property::rows_sum_to_1 && i != cell.row)
                continue;
            double sum = 0;
            for (Index j = 0; j < values.columns(); ++j) {
                const auto value = static_cast<double>(values(i, j));
                sum += value;
                if (shown.property == Property::between_0_and_1)
                    holds = holds && value >= 0 && value <= 1;
                if (shown.property == Property::at_most_0)
                    holds = holds && values(i, j) <= trace_.value({ArrayId::row_max, cell.item, cell.head, i, 0});
            }
            if (shown.property == Property::rows_sum_to_1 || shown.property == Property::row_sums_to_1)
                holds = holds && std::abs(sum - 1) < 2e-3;
        }
        if (!holds)
            complain("“{}” is not so of row {} of {}", text, cell.row + 1, target_name(Target(cell)));
    }

    const Trace& trace_;
    const Trace* baseline_;
    std::map<CellId, WrittenSum> sums_;
    std::vector<std::string> complaints_;
};

} // namespace

std::vector<std::string> number_complaints(const DisplayList& list, const Trace& trace, const Trace* baseline) {
    NumberComplaints complaints(trace, baseline);
    for (const Item& item : list.items)
        complaints.check(item, list);
    return complaints.all();
}

} // namespace attn::test
