#include "core/figure/number.h"

#include "core/tensor/to_integer.h"

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

bool is_zero(std::string_view digits) {
    return digits.find_first_of("123456789") == std::string_view::npos;
}

std::string in_scientific_form(float value) {
    const std::string text = fmt::format("{:.1e}", value);
    const std::size_t e = text.find('e');
    const std::string_view mantissa = std::string_view(text).substr(0, e);
    const int exponent = std::stoi(text.substr(e + 1));
    return with_true_minus(fmt::format("{}e{}", mantissa, exponent));
}

} // namespace

std::string fixed_number(float value, int decimals) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : "−∞";
    const std::string digits = fmt::format("{:.{}f}", std::abs(value), decimals);
    return value < 0 && !is_zero(digits) ? "−" + digits : digits;
}

std::string display_number(float value, int decimals) {
    constexpr double rounding = 1e-13; // less is what is left of a zero
    constexpr double least_plain = 1e-3;
    constexpr double of_float = 1 - 1e-6; // 0.01F is a little less than a hundredth
    const double size = std::abs(static_cast<double>(value));
    if (!std::isfinite(value) || size <= rounding)
        return fixed_number(value, decimals);
    if (is_too_long(value))
        return scientific_number(value);
    if (size >= of_float * std::pow(10.0, -decimals))
        return fixed_number(value, decimals);
    if (size < of_float * least_plain)
        return scientific_number(value);
    const int two_digits = 1 - to_integer<int>(std::floor(std::log10(size)));
    return fixed_number(value, two_digits);
}

bool is_next_to_nothing(float value, int decimals) {
    return value != 0 && std::isfinite(value) && is_zero(fixed_number(value, decimals));
}

std::string number_in_cell(float value, int decimals) {
    return is_next_to_nothing(value, decimals) ? std::string(next_to_nothing) : fixed_number(value, decimals);
}

bool is_too_long(float value) {
    return std::abs(value) >= 1e5F;
}

std::string scientific_number(float value) {
    return std::isfinite(value) ? in_scientific_form(value) : fixed_number(value, 0);
}

std::string share_in_percent(double share) {
    if (!std::isfinite(share))
        return fixed_number(static_cast<float>(share), 0);
    const double percent = share * 100;
    if (percent > 0 && percent < 0.01)
        return "less than 0.01 %";
    if (percent >= 99.5 && percent < 100)
        return "over 99 %";
    return percent > 0 && percent < 0.95 ? fmt::format("{:.2g} %", percent) : fmt::format("{:.0f} %", percent);
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
        const double units = std::pow(10.0, decimals);
        double added = 0;
        for (const float term : terms)
            added += std::nearbyint(static_cast<double>(term) * units);
        if (added == std::nearbyint(static_cast<double>(sum) * units))
            return decimals;
    }
    return std::nullopt;
}

bool multiplies(const WrittenProduct& written, int factor_decimals, int product_decimals) {
    const auto rounded = [](float value, int decimals) {
        const double units = std::pow(10.0, decimals);
        return std::round(static_cast<double>(value) * units) / units;
    };
    const double product = rounded(written.left, factor_decimals) * rounded(written.right, factor_decimals);
    // What lies half way between two digits is rounded up by one reader and down by the next, unless it is the number.
    constexpr double noise = 1e-6;
    const double half_unit = 0.5 * std::pow(10.0, -product_decimals);
    const double off = std::abs(product - rounded(written.product, product_decimals));
    const bool is_exact = std::abs(product - static_cast<double>(written.product)) <= noise * std::abs(product);
    return off < half_unit * (1 - noise) || (is_exact && off <= half_unit * (1 + noise));
}

int decimals_that_multiply(std::span<const WrittenProduct> lines, int product_decimals, int fewest, int most) {
    const auto all_hold = [&](int decimals) {
        return std::ranges::all_of(
            lines, [&](const WrittenProduct& line) { return multiplies(line, decimals, product_decimals); });
    };
    int decimals = fewest;
    while (decimals < most && !all_hold(decimals))
        ++decimals;
    return decimals;
}

} // namespace attn
