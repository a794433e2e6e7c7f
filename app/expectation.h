#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The number that a text means, as scripts or the screen write it: "-2.4", "−2.40", "-inf", "−∞", "1.2e−5", "7 %".
std::optional<double> number_of(std::string_view text);

/// True if a number of the layer is the expected one. Without a tolerance they must agree to a millionth of the
/// expected one (of 1 if that is smaller).
bool is_as_expected(double value, double expected, const std::optional<double>& within);

/// True if the text on the screen is the expected one, or both are numbers within the tolerance.
bool is_as_expected(std::string_view value, std::string_view expected, const std::optional<double>& within);

} // namespace attn
