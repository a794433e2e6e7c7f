#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The number that a text is, as scripts or the screen write it: "-2.4", "−2.40", "-inf", "−∞", "1.2e−5", "7 %".
std::optional<double> number_of(std::string_view text);

/// Whether a number of the layer is the expected one. Without a tolerance it must agree to a millionth (of itself, or
/// of one where it is smaller).
bool is_as_expected(double value, double expected, const std::optional<double>& within);

/// Whether what the screen says is what is expected: the same text, or numbers within the tolerance.
bool is_as_expected(std::string_view value, std::string_view expected, const std::optional<double>& within);

} // namespace attn
