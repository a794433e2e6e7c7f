#include "core/figure/pictures/written_products.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

WrittenProducts written_products(std::vector<WrittenProduct> lines, float sum, int decimals, int share_decimals) {
    const int most = decimals + 1;
    std::vector<float> products;
    products.reserve(lines.size());
    for (const WrittenProduct& line : lines)
        products.push_back(line.product);
    const auto exact = decimals_that_add_up(products, sum, decimals, most);
    WrittenProducts written;
    written.adds_up = exact.has_value();
    written.decimals = exact.value_or(decimals);
    written.factor_decimals = decimals_that_multiply(lines, written.decimals, decimals, most);
    written.share_decimals = std::max(share_decimals, written.factor_decimals);
    written.lines = std::move(lines);
    return written;
}

std::string factors_of(const WrittenProduct& product, const WrittenProducts& written, std::string_view times) {
    return fmt::format("{} {} {}", display_number(product.left, written.share_decimals), times,
                       fixed_number(product.right, written.factor_decimals));
}

} // namespace attn
