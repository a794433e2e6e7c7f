#include "core/figure/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>

namespace attn {

namespace {

std::string with_true_minus(std::string_view ascii) {
    std::string text;
    for (const char letter : ascii)
        if (letter == '-')
            text += "−";
        else
            text += letter;
    return text;
}

} // namespace

std::string fixed_number(float value, int decimals) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    return with_true_minus(fixed_digits(value, decimals));
}

ShownDecimal shown_decimal(float value, int decimals) {
    constexpr int least_plain = -3;    // exponent of 0.001
    constexpr float rounding = 1e-13F; // smaller magnitudes are rounding errors of zero
    if (std::abs(value) <= rounding)
        return {{0, -decimals}, -decimals};
    const Decimal number = shortest_decimal(value);
    constexpr int digits_of_float = 6; // 0.9999999 is a 1 with rounding errors
    const int place = first_place(with_digits(number, digits_of_float));
    if (!is_too_long(value) && place >= -decimals)
        return {rounded(number, decimals), -decimals};
    const Decimal two_digits = with_digits(number, 2);
    return {two_digits, place - 1, is_too_long(value) || place < least_plain};
}

std::string display_number(float value, int decimals) {
    if (!std::isfinite(value))
        return fixed_number(value, decimals);
    const ShownDecimal shown = shown_decimal(value, decimals);
    return shown.is_scientific ? scientific_number(value)
                               : with_true_minus(fixed_digits(shown.number, -shown.last_place));
}

bool is_next_to_nothing(float value, int decimals) {
    return value != 0 && std::isfinite(value) && rounded(value, decimals).digits == 0;
}

std::string number_in_cell(float value, int decimals) {
    return is_next_to_nothing(value, decimals) ? std::string(next_to_nothing) : fixed_number(value, decimals);
}

bool is_too_long(float value) {
    return std::abs(value) >= 1e5F;
}

std::string scientific_number(float value) {
    if (!std::isfinite(value))
        return fixed_number(value, 0);
    Decimal mantissa = with_digits(shortest_decimal(value), 2);
    const int power = first_place(mantissa);
    mantissa.exponent -= power;
    return with_true_minus(fmt::format("{}e{}", fixed_digits(mantissa, 1), power));
}

std::string share_in_percent(float share) {
    if (!std::isfinite(share))
        return fixed_number(share, 0);
    if (share > 0 && share < 1e-4F)
        return "less than 0.01 %";
    if (share >= 0.995F && share < 1)
        return "over 99 %";
    const bool is_small = share > 0 && share < 0.0095F;
    return with_true_minus(is_small ? significant_digits(in_percent(share), 2) : percent_digits(share)) + " %";
}

std::string full_number(float value) {
    if (!std::isfinite(value))
        return fixed_number(value, 0);
    std::string digits = exact_number(value);
    for (std::size_t at = digits.find('-'); at != std::string::npos; at = digits.find('-'))
        digits.replace(at, 1, "−");
    return digits;
}

std::string exact_number(float value) {
    if (std::isnan(value))
        return "nan";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

std::string coordinate(float value) {
    std::string digits = fmt::format("{:.3f}", std::isfinite(value) ? value : 0);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
        digits.pop_back();
    return digits == "-0" ? "0" : digits;
}

std::optional<int> decimals_that_add_up(std::span<const float> terms, float sum, int fewest, int most) {
    for (int decimals = fewest; decimals <= most; ++decimals) {
        const auto units = [&](float value) { // rounded to units of the last decimal
            if (!std::isfinite(value))
                return static_cast<double>(value);
            Decimal number = rounded(value, decimals);
            number.exponent += decimals;
            return number.value();
        };
        double added = 0;
        for (const float term : terms)
            added += units(term);
        if (added == units(sum))
            return decimals;
    }
    return std::nullopt;
}

} // namespace attn
