#pragma once

#include "tests/reference/reference.h"

#include <optional>
#include <string>

namespace attn::test {

/// A number as it is written, and half a unit of its last digit.
struct Written {
    double value = 0;
    double half_unit = 0;
};

std::optional<Written> read_number(std::string text);

/// Whether it is some number within the tolerance, rounded to the digits that are written.
bool agrees(const Written& written, const Expected& expected);

} // namespace attn::test
