#pragma once

#include "core/figure/number.h"

#include <optional>
#include <span>
#include <string_view>

namespace attn {

// Chooses "=" or "≈", by what a calculator gives for the written digits.

/// A number that a calculator computes from written digits. Sums, products and quotients of such numbers are exact as
/// long as 18 digits suffice.
class Calculated {
public:
    Calculated(const Decimal& number) : value_(number.value()), exact_(Fraction{number, {1, 0}}) {} // NOLINT
    explicit Calculated(double value) : value_(value) {}

    double value() const { return value_; }
    bool operator==(const Calculated& other) const;
    friend Calculated operator+(const Calculated& left, const Calculated& right);
    friend Calculated operator*(const Calculated& left, const Calculated& right);
    friend Calculated operator/(const Calculated& left, const Calculated& right);

private:
    struct Fraction {
        Decimal above;
        Decimal below;
    };
    double value_ = 0;
    std::optional<Fraction> exact_;
};

/// The numbers that fixed_number() and display_number() write. Infinities and NaN stay.
Calculated as_fixed(float value, int decimals);
Calculated as_displayed(float value, int decimals);

/// e to that power; exact only for 0 and −∞.
Calculated exponential(const Calculated& power);

/// The sign between two results: "=" if both are exactly equal, otherwise "≈".
std::string_view relation(const Calculated& left, const Calculated& right);

/// True if rounding `left` gives the digits with which `value` is shown.
bool rounds_to(const Calculated& left, float value, const ShownDecimal& shown);

/// Two factors and their product in a line "left × right = product".
struct WrittenProduct {
    float left = 0;
    float right = 0;
    float product = 0;
};

/// The number that is written for a factor with that many decimals: as_fixed or as_displayed.
using WrittenFactor = Calculated (*)(float value, int decimals);

/// The fewest decimals of factors, from `fewest` to `most`, with which each product of written factors rounds to the
/// written product; `most` if there are none.
int decimals_that_multiply(std::span<const WrittenProduct> lines, int product_decimals, int fewest, int most,
                           WrittenFactor factor = as_fixed);

} // namespace attn
