#include "core/figure/written_relation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attn {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() / 4; // half of what int64 holds and less, so
                                                                               // that two of them can be added

std::optional<Decimal> product_of(const Decimal& left, const Decimal& right) {
    if (left.digits != 0 && std::abs(right.digits) > largest / std::abs(left.digits))
        return std::nullopt;
    return Decimal{left.digits * right.digits, left.exponent + right.exponent};
}

std::optional<Decimal> sum_of(Decimal left, Decimal right) {
    if (left.digits == 0)
        return right;
    if (right.digits == 0)
        return left;
    Decimal& longer = left.exponent > right.exponent ? left : right; // gets zeros at its end
    const int last = std::min(left.exponent, right.exponent);
    for (; longer.exponent > last; --longer.exponent) {
        if (std::abs(longer.digits) > largest / 10)
            return std::nullopt;
        longer.digits *= 10;
    }
    return Decimal{left.digits + right.digits, last};
}

} // namespace

bool Calculated::operator==(const Calculated& other) const {
    if (!std::isfinite(value_) || !std::isfinite(other.value_))
        return value_ == other.value_ || (std::isnan(value_) && std::isnan(other.value_));
    if (!exact_ || !other.exact_)
        return false;
    const auto left = product_of(exact_->above, other.exact_->below);
    const auto right = product_of(other.exact_->above, exact_->below);
    if (!left || !right)
        return false;
    const auto difference = sum_of(*left, {-right->digits, right->exponent});
    return difference && difference->digits == 0;
}

Calculated operator+(const Calculated& left, const Calculated& right) {
    Calculated sum(left.value_ + right.value_);
    if (!left.exact_ || !right.exact_)
        return sum;
    const auto below = product_of(left.exact_->below, right.exact_->below);
    const auto first = product_of(left.exact_->above, right.exact_->below);
    const auto second = product_of(right.exact_->above, left.exact_->below);
    if (const auto above = first && second ? sum_of(*first, *second) : std::nullopt; above && below)
        sum.exact_ = {*above, *below};
    return sum;
}

Calculated operator*(const Calculated& left, const Calculated& right) {
    Calculated product(left.value_ * right.value_);
    if (!left.exact_ || !right.exact_)
        return product;
    const auto above = product_of(left.exact_->above, right.exact_->above);
    const auto below = product_of(left.exact_->below, right.exact_->below);
    if (above && below)
        product.exact_ = {*above, *below};
    return product;
}

Calculated operator/(const Calculated& left, const Calculated& right) {
    Calculated quotient(left.value_ / right.value_);
    if (!right.exact_ || right.exact_->above.digits == 0)
        return quotient;
    Calculated inverse(1 / right.value_);
    inverse.exact_ = {right.exact_->below, right.exact_->above};
    quotient.exact_ = (left * inverse).exact_;
    return quotient;
}

Calculated as_fixed(float value, int decimals) {
    return std::isfinite(value) ? Calculated(rounded(value, decimals)) : Calculated(static_cast<double>(value));
}

Calculated as_displayed(float value, int decimals) {
    return std::isfinite(value) ? Calculated(shown_decimal(value, decimals).number)
                                : Calculated(static_cast<double>(value));
}

Calculated exponential(const Calculated& power) {
    const bool is_exact = power.value() == 0 || (std::isinf(power.value()) && power.value() < 0);
    return is_exact ? Calculated(Decimal{power.value() == 0 ? 1 : 0, 0}) : Calculated(std::exp(power.value()));
}

std::string_view relation(const Calculated& left, const Calculated& right) {
    return left == right ? "=" : "≈";
}

bool rounds_to(const Calculated& left, float value, const ShownDecimal& shown) {
    if (!std::isfinite(value))
        return left == Calculated(static_cast<double>(value));
    const Calculated right(shown.number);
    const Calculated half(Decimal{5, shown.last_place - 1});
    constexpr double noise = 1e-9; // rounding in float64
    const double off = std::abs(left.value() - right.value());
    if (std::abs(off - half.value()) > noise * std::max(half.value(), off))
        return off < half.value();
    return std::abs(left.value()) < std::abs(right.value()); // halves are rounded away from zero
}

int decimals_that_multiply(std::span<const WrittenProduct> lines, int product_decimals, int fewest, int most,
                           WrittenFactor factor) {
    const auto all_hold = [&](int decimals) {
        return std::ranges::all_of(lines, [&](const WrittenProduct& line) {
            const Calculated product = factor(line.left, decimals) * factor(line.right, decimals);
            const bool is_finite = std::isfinite(line.product);
            return rounds_to(product, line.product,
                             {is_finite ? rounded(line.product, product_decimals) : Decimal(), -product_decimals});
        });
    };
    int decimals = fewest;
    while (decimals < most && !all_hold(decimals))
        ++decimals;
    return decimals;
}

} // namespace attn
