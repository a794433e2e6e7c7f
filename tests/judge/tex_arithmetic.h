#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// The result of checking the arithmetic that a document writes out: "1 \cdot 2 + 3 = 5", "1 / 3 \approx 0.333".
struct ArithmeticFindings {
    int compared = 0;                ///< neighbouring sides that are both numbers alone
    std::vector<std::string> untrue; ///< formulas for which a calculator gives something else
};

/// Checks each formula of a LaTeX source. After = a calculator gives the digits that are written; after \approx it
/// gives the written number within one unit of its last digit.
ArithmeticFindings check_arithmetic(std::string_view tex);

} // namespace attn::test
