#pragma once

#include "core/figure/number.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Shares times values, and the digits at which these multiply to their products and the products add up.
struct WrittenProducts {
    std::vector<WrittenProduct> lines; ///< of each key: its share, its value, their product
    int decimals = 0;                  ///< of products and their sum
    int factor_decimals = 0;
    int share_decimals = 0;
    bool adds_up = false;
};

/// With so many decimals as other numbers have, or one more where only these add up; shares with `share_decimals` at
/// least.
WrittenProducts written_products(std::vector<WrittenProduct> lines, float sum, int decimals, int share_decimals);

/// "0.491 × 1.00", or with another sign of multiplication.
std::string factors_of(const WrittenProduct& product, const WrittenProducts& written, std::string_view times);

} // namespace attn
