#pragma once

#include "core/figure/pictures/draw_context.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A matrix that a picture computes, for a file of numbers. Tokens are rows.
struct NamedMatrix {
    std::string name; ///< name of the matrix in files: "W_QW_K"
    Matrix values;
    std::vector<std::string> rows; ///< names of the rows
    std::vector<std::string> columns;
    std::string about; ///< a sentence about the matrix
};

/// W_QW_K and W_VW_O, if they exist: the singular values, one row for each head; NaN for a head without them.
std::vector<NamedMatrix> spectrum_numbers(const DrawContext& drawing);
/// W_QK, x_i, x_j, and the terms of the score x_i W_QK x_jᵀ.
std::vector<NamedMatrix> bilinear_numbers(const DrawContext& drawing);
/// W_VO, and b_VW_O if there is a bias.
std::vector<NamedMatrix> writing_numbers(const DrawContext& drawing);
/// x, read and unseen: a row of X, the part of it that the head reads, and the rest.
std::vector<NamedMatrix> projection_numbers(const DrawContext& drawing);
/// past, y, sum and normed: a row of the residual stream around the layer.
std::vector<NamedMatrix> block_numbers(const DrawContext& drawing);
/// overlaps, H x H: how much the subspaces of each two heads overlap.
std::vector<NamedMatrix> subspaces_numbers(const DrawContext& drawing);

/// A stage and its weights, with all heads in one matrix.
struct FusedProduct {
    ArrayId stage{};
    ArrayId weights{};
};

/// The one that the view state shows, at its stage or at its weights; nullopt if it shows another array.
std::optional<FusedProduct> fused_product(const DrawContext& drawing);

} // namespace attn
