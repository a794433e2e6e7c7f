#pragma once

#include "tests/reference/reference.h"

#include <optional>
#include <string>

namespace attn::test {

/// A number as written, and half a unit of its last digit.
struct Written {
    double value = 0;
    double half_unit = 0;
};

std::optional<Written> read_number(std::string text);

/// True if the written number is the expected one, within its tolerance and rounded to the written digits.
bool agrees(const Written& written, const Expected& expected);

} // namespace attn::test
