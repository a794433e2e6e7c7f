#include "core/tensor/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace attn {

namespace {

constexpr int most_digits = 18; // digits that an integer of 64 bits always has room for

std::int64_t power_of_ten(int power) {
    std::int64_t ten = 1;
    while (power-- > 0)
        ten *= 10;
    return ten;
}

} // namespace

double Decimal::value() const {
    return exponent < 0 ? static_cast<double>(digits) / std::pow(10.0, -exponent)
                        : static_cast<double>(digits) * std::pow(10.0, exponent);
}

Decimal shortest_decimal(float value) {
    std::array<char, 32> text{}; // "-1.2345678e-38"
    const char* const end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
    Decimal number;
    bool is_behind_point = false;
    const char* at = text.data() + (value < 0 ? 1 : 0);
    for (; at != end && *at != 'e'; ++at)
        if (*at == '.') {
            is_behind_point = true;
        } else if (*at >= '0' && *at <= '9') {
            number.digits = 10 * number.digits + (*at - '0');
            number.exponent -= is_behind_point ? 1 : 0;
        }
    if (number.digits == 0)
        return {};
    int power = 0;
    std::from_chars(at + (at[1] == '+' ? 2 : 1), end, power);
    number.exponent += power;
    if (value < 0)
        number.digits = -number.digits;
    return number;
}

Decimal rounded(const Decimal& number, int decimals) {
    const int places = -decimals - number.exponent; // number of digits cut off
    if (places <= 0)
        return number;
    if (places > most_digits)
        return {0, -decimals};
    const std::int64_t unit = power_of_ten(places);
    const std::int64_t half = number.digits < 0 ? -(unit / 2) : unit / 2;
    return {(number.digits + half) / unit, -decimals};
}

Decimal rounded(float value, int decimals) {
    return rounded(shortest_decimal(value), decimals);
}

int first_place(const Decimal& number) {
    int place = number.exponent;
    for (std::int64_t left = std::abs(number.digits); left >= 10; left /= 10)
        ++place;
    return place;
}

Decimal with_digits(const Decimal& number, int count) {
    return rounded(number, count - 1 - first_place(number));
}

std::string fixed_digits(const Decimal& number, int decimals) {
    const Decimal shown = rounded(number, decimals);
    if (shown.digits == 0)
        return decimals > 0 ? "0." + std::string(static_cast<std::size_t>(decimals), '0') : "0";
    const auto point = static_cast<std::size_t>(std::max(0, decimals));
    std::string text = std::to_string(std::abs(shown.digits));
    text.append(static_cast<std::size_t>(shown.exponent + std::max(0, decimals)), '0');
    if (text.size() <= point)
        text.insert(0, point + 1 - text.size(), '0');
    if (point > 0)
        text.insert(text.size() - point, ".");
    return shown.digits < 0 ? "-" + text : text;
}

std::string fixed_digits(float value, int decimals) {
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return fixed_digits(shortest_decimal(value), decimals);
}

std::string significant_digits(const Decimal& number, int count) {
    const Decimal shown = with_digits(number, count);
    const int decimals = std::max(0, -shown.exponent);
    std::string digits = fixed_digits(shown, decimals);
    if (decimals > 0)
        digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.'))
        digits.pop_back();
    return digits;
}

Decimal in_percent(float share) {
    Decimal percent = shortest_decimal(share);
    percent.exponent += 2;
    return percent;
}

std::string percent_digits(float share, int decimals) {
    return std::isfinite(share) ? fixed_digits(in_percent(share), decimals) : fixed_digits(share, decimals);
}

} // namespace attn
