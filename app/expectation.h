#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Returns the number that a text means, as scripts or the screen write numbers: "-2.4", "−2.40", "-inf", "−∞",
/// "1.2e−5", "7 %". Returns nullopt if the text is no number.
std::optional<double> number_of(std::string_view text);

/// True if a number of the layer equals the expected one within the tolerance. Without a tolerance, they must agree to
/// a millionth of the expected number, or of 1 if that is larger.
bool is_as_expected(double value, double expected, const std::optional<double>& within);

/// True if the text on the screen is the expected one, or both are numbers within the tolerance.
bool is_as_expected(std::string_view value, std::string_view expected, const std::optional<double>& within);

} // namespace attn
