#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/written_relation.h"

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

/// The products with as many decimals as other numbers have, or one more where only these add up; shares have at least
/// `share_decimals`.
WrittenProducts written_products(std::vector<WrittenProduct> lines, float sum, int decimals, int share_decimals);

/// The factors of a product: "0.491 × 1.00", or with another sign of multiplication.
std::string factors_of(const WrittenProduct& product, const WrittenProducts& written, std::string_view times);

/// The sign between the factors and their product as they are written: "=" or "≈".
std::string_view sign_of(const WrittenProduct& product, const WrittenProducts& written);

/// True for each key whose row of V has been added: while the output is computed, those with the largest shares come
/// first.
std::vector<bool> rows_there(const DrawContext& drawing, const Matrix& shares);

/// The mixture (1 x d_v) of the rows of V (S_k x d_v) that are there, each weighted by its share (1 x S_k).
Matrix mixture_of(const Matrix& shares, const Matrix& values, const std::vector<bool>& there);

} // namespace attn
