#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/written_relation.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Attention weights times values, and the decimals with which they multiply to the written products, and these add up
/// to the written sum.
struct WrittenProducts {
    std::vector<WrittenProduct> lines; ///< attention weight, value and product of each key
    int decimals = 0;                  ///< decimals of the products and their sum
    int factor_decimals = 0;
    int share_decimals = 0;
    bool adds_up = false;
};

/// Chooses as many decimals as other numbers have, or one more if only then the products add up; attention weights get
/// at least `share_decimals`.
WrittenProducts written_products(std::vector<WrittenProduct> lines, float sum, int decimals, int share_decimals);

/// The factors of a product: "0.491 × 1.00", or with another multiplication sign.
std::string factors_of(const WrittenProduct& product, const WrittenProducts& written, std::string_view times);

/// "=" if the written factors multiply to the written product, else "≈".
std::string_view sign_of(const WrittenProduct& product, const WrittenProducts& written);

/// By key: true if its row of V has been added. While the output is computed, rows are added by attention weight, the
/// largest first.
std::vector<bool> rows_there(const DrawContext& drawing, const Matrix& shares);

/// The sum (1 x d_v) of those rows of V (S_k x d_v) that are `there`, each times its attention weight (1 x S_k).
Matrix mixture_of(const Matrix& shares, const Matrix& values, const std::vector<bool>& there);

} // namespace attn
