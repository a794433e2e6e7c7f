#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// A decimal number: digits × 10^exponent. Zero has no sign.
struct Decimal {
    std::int64_t digits = 0;
    int exponent = 0;

    double value() const;
};

/// Returns the decimal with the fewest digits that reads back as the same float. `value` must be finite.
Decimal shortest_decimal(float value);

/// Returns the number rounded to `decimals` decimals; 1234 to −2 decimals is 1200. Halves are rounded away from zero,
/// as on paper: 0.625 → 0.63, −0.625 → −0.63.
Decimal rounded(const Decimal& number, int decimals);
/// Returns the shortest decimal of the float, rounded: 0.345F → 0.35, although the float is slightly below 0.345.
Decimal rounded(float value, int decimals);

/// Returns the exponent of the first digit: −3 for 0.00123. For zero, that of its last digit.
int first_place(const Decimal& number);

/// Returns the number rounded to `count` significant digits.
Decimal with_digits(const Decimal& number, int count);

/// Returns the number rounded to `decimals` decimals, in ASCII: "-2.40". A number that rounds to zero has no minus
/// sign.
std::string fixed_digits(const Decimal& number, int decimals);
/// Returns the float rounded to `decimals` decimals, in ASCII; "nan", "inf" and "-inf" for other values.
std::string fixed_digits(float value, int decimals);

/// Returns the number rounded to `count` significant digits, without zeros at the end: 3.125 → "3.13", 12.0 → "12".
std::string significant_digits(const Decimal& number, int count);

/// Returns a fraction in percent: 100 · share. `share` must be finite.
Decimal in_percent(float share);
/// Returns the digits of a fraction in percent, without the percent sign: 0.345 → "35".
std::string percent_digits(float share, int decimals = 0);

} // namespace attn
