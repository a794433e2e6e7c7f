#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/result.h"

#include <string_view>

namespace attn {

/// The text without the spaces around it.
std::string_view trimmed(std::string_view text);

/// Reads a number as people type it: "-2.4", "−2.4", "1e-5", "-inf", "−∞", "1/4".
Result<float> parse_number(std::string_view text);
/// Reads a whole number that is at least `least`.
Result<Index> parse_count(std::string_view text, Index least);

} // namespace attn
