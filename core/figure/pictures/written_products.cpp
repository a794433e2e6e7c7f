#include "core/figure/pictures/written_products.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <span>

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
    written.factor_decimals = decimals_that_multiply(lines, written.decimals, decimals, decimals + 3);
    written.share_decimals = std::max(share_decimals, written.factor_decimals);
    written.lines = std::move(lines);
    return written;
}

std::string factors_of(const WrittenProduct& product, const WrittenProducts& written, std::string_view times) {
    return fmt::format("{} {} {}", display_number(product.left, written.share_decimals), times,
                       fixed_number(product.right, written.factor_decimals));
}

std::string_view sign_of(const WrittenProduct& product, const WrittenProducts& written) {
    return relation(as_displayed(product.left, written.share_decimals) *
                        as_fixed(product.right, written.factor_decimals),
                    as_fixed(product.product, written.decimals));
}

std::vector<bool> rows_there(const DrawContext& drawing, const Matrix& shares) {
    const std::span<const float> row = shares.row(0);
    const std::optional<Reveal>& reveal = drawing.view_state.reveal;
    std::vector<bool> all(row.size(), true);
    if (!reveal || reveal->cells > 0)
        return all;
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t key) { return row[key]; });
    std::vector<bool> there(row.size());
    for (std::size_t i = 0; i < std::min(order.size(), static_cast<std::size_t>(reveal->terms)); ++i)
        there[order[i]] = true;
    return there;
}

Matrix mixture_of(const Matrix& shares, const Matrix& values, const std::vector<bool>& there) {
    std::vector<float> sum(static_cast<std::size_t>(values.columns()));
    for (Index c = 0; c < values.columns(); ++c) {
        double cell = 0;
        for (Index j = 0; j < values.rows(); ++j)
            if (there[static_cast<std::size_t>(j)])
                cell += static_cast<double>(shares(0, j)) * static_cast<double>(values(j, c));
        sum[static_cast<std::size_t>(c)] = static_cast<float>(cell);
    }
    return Matrix::adopt(std::move(sum), 1, values.columns());
}

} // namespace attn
