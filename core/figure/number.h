#pragma once

#include "core/tensor/decimal.h"
#include "core/tensor/matrix.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// All numbers that people read are rounded by core/tensor/decimal.h: halves, in the shortest decimal that reads back as
// the number, are rounded away from zero.

/// The number with that many decimals: "−2.40", "−∞", "∞", "NaN". The minus sign is U+2212. A number that rounds to
/// zero has no sign.
std::string fixed_number(float value, int decimals);

/// The number as fixed_number writes it, if that shows enough digits and is no longer than about seven letters. A
/// number below one unit of the last decimal gets two significant digits: "0.0063". Below a thousandth, and if it is
/// too long, it is written with a power of ten: "5.9e−4", "3.4e38". Rounding errors of a double are written as zero.
std::string display_number(float value, int decimals);

/// A finite number as display_number writes it.
struct ShownDecimal {
    Decimal number;
    int last_place = 0; ///< the power of ten of the last digit
    bool is_scientific = false;
};
ShownDecimal shown_decimal(float value, int decimals);

/// The text for a number that is not 0 but rounds to zero with that many decimals.
constexpr std::string_view next_to_nothing = "≈0";
bool is_next_to_nothing(float value, int decimals);

/// The number in a cell or above a bar, among others that it is compared with: as fixed_number writes it, or "≈0". An
/// exponent would need smaller type for all numbers. A single number and those in sentences use display_number.
std::string number_in_cell(float value, int decimals);

/// True if the number without an exponent would be too long.
bool is_too_long(float value);
/// The number with a power of ten: "1.2e−5"; infinities and NaN as fixed_number writes them.
std::string scientific_number(float value);

/// The shortest text in ASCII that reads back as the same float, for files and tables: "-2.4", "1e-05", "-inf", "inf",
/// "nan".
std::string exact_number(float value);

/// The number with all its digits, for people: "−2.4", "−∞", "NaN".
std::string full_number(float value);

/// A part of 1 in percent: "67 %", "0.065 %". Parts close to 0 or 1 are not rounded to them: "less than 0.01 %", "over
/// 99 %".
std::string share_in_percent(float share);

/// The one rule for ties: true if both numbers are shown with the same digits. A sentence then names both, or neither.
template <class Write>
bool are_shown_alike(float one, float other, const Write& written) {
    return one == other || written(one) == written(other);
}

/// The indices of all numbers that are shown with the same digits as the largest; empty if there are no numbers.
template <class Write>
std::vector<Index> places_of_largest(std::span<const float> numbers, const Write& written) {
    std::vector<Index> places;
    const auto largest = std::ranges::max_element(numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (are_shown_alike(numbers[i], *largest, written))
            places.push_back(static_cast<Index>(i));
    return places;
}

/// A coordinate for files, in ASCII: at most three decimals, which is as precise as a printer, and the same on all
/// computers. `value` must be finite.
std::string coordinate(float value);

/// The fewest decimals, from `fewest` to `most`, with which the rounded terms add up to the rounded sum, so that a
/// reader who adds them finds no contradiction; nullopt if there are none.
std::optional<int> decimals_that_add_up(std::span<const float> terms, float sum, int fewest, int most);

} // namespace attn
