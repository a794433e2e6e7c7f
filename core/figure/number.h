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

// Every number that people read is rounded by core/tensor/decimal.h: halves of its shortest decimal go away from zero.

/// The number with that many decimals, as a person reads it: "−2.40", "−∞", "∞", "NaN". The minus is U+2212; a number
/// that rounds to zero has none.
std::string fixed_number(float value, int decimals);

/// The number as fixed_number writes it, while that tells enough and is no longer than about seven letters. A number
/// below one unit of the last decimal has two digits of its own, so that no number is written as zero or as one that is
/// far from it: "0.0063"; below a thousandth, and where it is too long, in short scientific form: "5.9e−4", "3.4e38". A
/// number as small as rounding errors of a double is a zero.
std::string display_number(float value, int decimals);

/// A finite number as display_number writes it.
struct ShownDecimal {
    Decimal number;
    int last_place = 0; ///< the power of ten of its last digit
    bool is_scientific = false;
};
ShownDecimal shown_decimal(float value, int decimals);

/// The text of a number that is not 0 but would be written as zero with so many decimals.
constexpr std::string_view next_to_nothing = "≈0";
bool is_next_to_nothing(float value, int decimals);

/// The number as it stands in a cell or above a bar, among others that it is compared with: as fixed_number, or "≈0".
/// An exponent would make every other number smaller; alone, and in sentences, display_number tells more.
std::string number_in_cell(float value, int decimals);

/// True if the number would take too many letters without an exponent.
bool is_too_long(float value);
/// The number in short scientific form: "1.2e−5"; infinities and NaN as fixed_number writes them.
std::string scientific_number(float value);

/// The fewest digits that read back as the same float, in ASCII, as files and tables want it: "-2.4",
/// "1e-05", "-inf", "inf", "nan".
std::string exact_number(float value);

/// The number with all its digits, as a person reads it: "−2.4", "−∞", "NaN".
std::string full_number(float value);

/// The share in percent: "67 %", "0.065 %". A share that is not quite 0 or 1 is not written as 0 or 100: "less than
/// 0.01 %", "over 99 %".
std::string share_in_percent(float share);

/// The one rule for ties: true if both are written with the same digits where they are shown. A sentence then names
/// both, or neither.
template <class Write>
bool are_shown_alike(float one, float other, const Write& written) {
    return one == other || written(one) == written(other);
}

/// The places of all numbers that are shown as the largest is; empty if there are none.
template <class Write>
std::vector<Index> places_of_largest(std::span<const float> numbers, const Write& written) {
    std::vector<Index> places;
    const auto largest = std::ranges::max_element(numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (are_shown_alike(numbers[i], *largest, written))
            places.push_back(static_cast<Index>(i));
    return places;
}

/// A coordinate for files: at most three decimals, which is as exact as a printer, in ASCII, and the same on every
/// machine. It is always finite: display lists hold no other numbers, and others worked out from them are not written.
std::string coordinate(float value);

/// The fewest decimals from `fewest` to `most` with which the rounded terms add up to the rounded sum, so that a
/// reader who adds them finds no contradiction. Nothing where there is none.
std::optional<int> decimals_that_add_up(std::span<const float> terms, float sum, int fewest, int most);

} // namespace attn
