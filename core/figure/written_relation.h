#pragma once

#include "core/figure/number.h"

#include <optional>
#include <span>
#include <string_view>

namespace attn {

// "=" or "≈": what the digits that are written give on a calculator.

/// A number as a calculator works it out from written digits. It stays exact while such numbers are added, multiplied
/// and divided, as far as 18 digits hold it.
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

/// The digits of fixed_number, and of display_number; infinities and NaN as they are.
Calculated as_fixed(float value, int decimals);
Calculated as_displayed(float value, int decimals);

/// The exponential of that power, exact for 0 and −∞ alone.
Calculated exponential(const Calculated& power);

/// The sign between two results: "=" if both are exactly the same, otherwise "≈".
std::string_view relation(const Calculated& left, const Calculated& right);

/// True if rounding `left` gives the digits that are shown of `value`.
bool rounds_to(const Calculated& left, float value, const ShownDecimal& shown);

/// Two factors and their product, as they stand in a line "left × right = product".
struct WrittenProduct {
    float left = 0;
    float right = 0;
    float product = 0;
};

/// Writes a factor with so many decimals: as_fixed or as_displayed.
using WrittenFactor = Calculated (*)(float value, int decimals);

/// The fewest decimals of factors from `fewest` to `most` with which each product of factors, as they are written,
/// rounds to the product that is written; `most` where there are none.
int decimals_that_multiply(std::span<const WrittenProduct> lines, int product_decimals, int fewest, int most,
                           WrittenFactor factor = as_fixed);

} // namespace attn
