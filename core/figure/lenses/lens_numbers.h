#pragma once

#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A matrix that a picture works out for itself, as files of numbers hold it: tokens as rows.
struct NamedMatrix {
    std::string name; ///< in files: "W_QW_K"
    Matrix values;
    std::vector<std::string> rows; ///< names
    std::vector<std::string> columns;
    std::string about; ///< a sentence
};

/// W_QW_K and W_VW_O, those that exist: the singular values of all heads, row by row; NaN where a head has none.
std::vector<NamedMatrix> spectrum_numbers(const DrawContext& drawing);
/// W_QK, x_i, x_j, and the terms of the score that they make.
std::vector<NamedMatrix> bilinear_numbers(const DrawContext& drawing);
/// W_VO, and with a bias b_VW_O.
std::vector<NamedMatrix> writing_numbers(const DrawContext& drawing);
/// x, read and unseen: a row of X and its parts.
std::vector<NamedMatrix> projection_numbers(const DrawContext& drawing);
/// past, y, sum and normed: a row behind the layer.
std::vector<NamedMatrix> block_numbers(const DrawContext& drawing);
/// overlaps: heads × heads.
std::vector<NamedMatrix> subspaces_numbers(const DrawContext& drawing);

/// A product that all heads share, and its weights.
struct FusedProduct {
    ArrayId stage{};
    ArrayId weights{};
};

/// The one that is in sight, at its stage or at its weights.
std::optional<FusedProduct> fused_product(const DrawContext& drawing);

} // namespace attn
