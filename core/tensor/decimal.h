#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// A number as it is written in decimal: digits × 10^exponent. Zero has no sign.
struct Decimal {
    std::int64_t digits = 0;
    int exponent = 0;

    double value() const;
};

/// The fewest digits that read back as the same float, which is finite.
Decimal shortest_decimal(float value);

/// With so many decimals, e.g. of 1234 and −2 decimals 1200. Halves of the digits go away from zero, as on paper:
/// 0.625 → 0.63, −0.625 → −0.63.
Decimal rounded(const Decimal& number, int decimals);
/// The same of the shortest decimal of a float: 0.345F → 0.35, although the float lies a little below 0.345.
Decimal rounded(float value, int decimals);

/// The power of ten of the first digit: −3 of 0.00123. Zero has that of its last.
int first_place(const Decimal& number);

/// With `count` digits from the first one on.
Decimal with_digits(const Decimal& number, int count);

/// Rounded to so many decimals, in ASCII: "-2.40". What rounds to zero has no minus.
std::string fixed_digits(const Decimal& number, int decimals);
/// The same of a float, and "nan", "inf", "-inf".
std::string fixed_digits(float value, int decimals);

/// Rounded to `count` digits from the first one on, without zeros at the end: 3.125 → "3.13", 12.0 → "12".
std::string significant_digits(const Decimal& number, int count);

/// A hundred times a share, which is finite.
Decimal in_percent(float share);
/// The same in digits, without a sign behind it: 0.345 → "35".
std::string percent_digits(float share, int decimals = 0);

} // namespace attn
