#include "app/expectation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace attn {

namespace {

/// Returns the text with minus signs, infinity and spaces in ASCII, as from_chars reads them.
std::string plain(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> written{{
        {"\u2212", "-"},
        {"\u221e", "inf"},
        {"\u00a0", " "},
        {"\u2009", " "},
        {"\u202f", " "},
    }};
    std::string result(text);
    for (const auto& [from, to] : written)
        for (std::size_t at = result.find(from); at != std::string::npos; at = result.find(from, at + to.size()))
            result.replace(at, from.size(), to);
    return result;
}

} // namespace

std::optional<double> number_of(std::string_view text) {
    std::string digits = plain(text);
    double unit = 1;
    if (digits.ends_with('%')) {
        unit = 0.01;
        digits.pop_back();
        while (digits.ends_with(' '))
            digits.pop_back();
    }
    const char* begin = digits.data() + (digits.starts_with('+') ? 1 : 0);
    const char* end = digits.data() + digits.size();
    double value = 0;
    const auto [stopped, failed] = std::from_chars(begin, end, value);
    if (failed != std::errc() || stopped != end)
        return std::nullopt;
    return value * unit;
}

bool is_as_expected(double value, double expected, const std::optional<double>& within) {
    if (std::isnan(value) || std::isnan(expected))
        return std::isnan(value) && std::isnan(expected);
    if (std::isinf(value) || std::isinf(expected))
        return value == expected;
    constexpr double millionth = 1e-6;
    const double allowed = within.value_or(millionth * std::max(1.0, std::abs(expected)));
    // The tolerance is decimal: 0.3 counts as within 0.1 of 0.2, despite rounding.
    return std::abs(value - expected) <= allowed * (1 + 4 * std::numeric_limits<double>::epsilon());
}

bool is_as_expected(std::string_view value, std::string_view expected, const std::optional<double>& within) {
    if (value == expected)
        return true;
    const std::optional<double> shown = number_of(value);
    const std::optional<double> wanted = number_of(expected);
    return shown && wanted && is_as_expected(*shown, *wanted, within);
}

} // namespace attn
