#include "core/files/typed_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace attn {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// True if a number out of float's range is too small, not too large.
bool is_below_one(std::string_view number) {
    double value = 0;
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (problem != std::errc::result_out_of_range)
        return std::abs(value) < 1;
    const std::size_t exponent = number.find_first_of("eE");
    if (exponent != std::string_view::npos)
        return number.substr(exponent + 1).starts_with('-');
    return number.substr(number.starts_with('-') ? 1 : 0).starts_with("0");
}

/// Reads a fraction such as "1/16"; `slash` is the position of its slash.
Result<float> parse_fraction(std::string_view text, std::size_t slash) {
    const bool is_one = text.find('/', slash + 1) == std::string_view::npos; // no nested fractions, whatever was pasted
    const Result<float> above = parse_number(text.substr(0, slash));
    const Result<float> below = is_one ? parse_number(text.substr(slash + 1)) : error("more than one fraction");
    if (!above || !below || *below == 0 || !std::isfinite(*above / *below))
        return error("“{}” is not a number; write one such as -0.25 or 1/4", text);
    return *above / *below;
}

} // namespace

Result<float> parse_number(std::string_view text) {
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos)
        return parse_fraction(text, slash);
    if (const std::string_view share = trimmed(text); share.ends_with('%')) {
        const Result<float> hundredths = parse_number(share.substr(0, share.size() - 1));
        return hundredths ? Result<float>(*hundredths / 100) : hundredths;
    }
    const std::string number = replaced(replaced(std::string(trimmed(text)), "−", "-"), "∞", "inf");
    std::string_view rest = number;
    if (!rest.empty() && rest.front() == '+')
        rest.remove_prefix(1);
    float value = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (problem == std::errc::result_out_of_range)
        return is_below_one(rest) ? error("“{}” is too small to be told from 0; write 0", text)
                                  : error("“{}” is too large; write a number of at most 3.4e38 in size", text);
    if (std::ranges::count(rest, ',') == 1 && parse_number(replaced(number, ",", ".")))
        return error("“{}” is not a number; decimals follow a point: {}", text, replaced(number, ",", "."));
    if (problem != std::errc() || end != rest.data() + rest.size() || std::isnan(value))
        return error("“{}” is not a number; write one such as -0.25", text);
    return value;
}

Result<Index> parse_count(std::string_view text, Index least) {
    text = trimmed(text);
    Index count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size() || count < least)
        return error("“{}” is not a whole number, expected {} or more", text, least);
    return count;
}

} // namespace attn
