#include "tests/judge/written_number.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace attn::test {

std::optional<Written> read_number(std::string text) {
    if (text.starts_with('+'))
        text.erase(0, 1);
    for (std::size_t at = text.find("−"); at != std::string::npos; at = text.find("−"))
        text.replace(at, std::string("−").size(), "-");
    if (text == "∞" || text == "-∞")
        return Written{text == "∞" ? HUGE_VAL : -HUGE_VAL, 0};
    if (text == "≈0") // in cells, which have two decimals or more
        return Written{0, 0.005};
    Written written;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), written.value);
    if (problem != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    const std::size_t exponent = text.find('e');
    const std::string digits = text.substr(0, exponent);
    const std::size_t point = digits.find('.');
    const auto decimals = point == std::string::npos ? 0.0 : static_cast<double>(digits.size() - point - 1);
    const double power = exponent == std::string::npos ? 0.0 : std::stod(text.substr(exponent + 1));
    written.half_unit = 0.5 * std::pow(10.0, power - decimals);
    return written;
}

/// True if the written number is the expected one, within its tolerance and rounded to the written digits.
bool agrees(const Written& written, const Expected& expected) {
    if (std::isnan(expected.value))
        return std::isnan(written.value);
    if (std::isinf(written.value) || std::isinf(expected.value))
        return written.value == expected.value;
    return std::abs(written.value - expected.value) <= written.half_unit * 1.001 + 1e-9 + expected.tolerance;
}

} // namespace attn::test
