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

/// The decimal with the fewest digits that reads back as the same float. `value` must be finite.
Decimal shortest_decimal(float value);

/// The number rounded to `decimals` decimals; 1234 to −2 decimals is 1200. Halves go away from zero, as on paper: 0.625
/// → 0.63, −0.625 → −0.63.
Decimal rounded(const Decimal& number, int decimals);
/// The shortest decimal of the float, rounded: 0.345F → 0.35, although the float lies a little below 0.345.
Decimal rounded(float value, int decimals);

/// The exponent of the first digit: −3 for 0.00123. For zero, that of its last digit.
int first_place(const Decimal& number);

/// The number rounded to `count` significant digits.
Decimal with_digits(const Decimal& number, int count);

/// The number rounded to `decimals` decimals, in ASCII: "-2.40". A number that rounds to zero has no minus.
std::string fixed_digits(const Decimal& number, int decimals);
/// The float rounded to `decimals` decimals; also "nan", "inf" and "-inf".
std::string fixed_digits(float value, int decimals);

/// The number rounded to `count` significant digits, without zeros at the end: 3.125 → "3.13", 12.0 → "12".
std::string significant_digits(const Decimal& number, int count);

/// The share in percent: 100 · share. `share` must be finite.
Decimal in_percent(float share);
/// The digits of the share in percent, without the sign: 0.345 → "35".
std::string percent_digits(float share, int decimals = 0);

} // namespace attn
