#pragma once

#include "core/tensor/matrix.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The arrays of a layer that can be seen and named: first the stages in the order of computing, then the parameters.
/// Their rows are in core/model/arrays.h.
enum class ArrayId : std::uint8_t {
    E,
    P,
    embedded,
    resid_pre,
    X,
    context,
    Q,
    K,
    V,
    Q_normed,
    K_normed,
    V_normed,
    Q_rotated,
    K_rotated,
    scores,
    scaled,
    capped,
    bias,
    mask,
    masked,
    row_max,
    exp,
    row_sum,
    A,
    O,
    gate,
    O_gated,
    concat,
    parts,
    Y,
    Y_normed,
    resid_mid,
    resid_mid_normed,
    mlp_X,
    mlp_up,
    mlp_gate,
    mlp_act,
    mlp_Y,
    mlp_Y_normed,
    resid_post,
    resid_post_normed,
    norm_final,
    logits,
    logits_capped,
    probabilities,
    W_Q,
    W_K,
    W_V,
    W_O,
    b_Q,
    b_K,
    b_V,
    b_O,
    W_G,
    Q_norm_gain,
    Q_norm_bias,
    K_norm_gain,
    K_norm_bias,
    V_norm_gain,
    norm_gain,
    norm_bias,
    W_up,
    b_up,
    W_gate,
    b_gate,
    W_down,
    b_down,
    W_U,
    b_U,
    embedding_norm_gain,
    embedding_norm_bias,
    Y_norm_gain,
    Y_norm_bias,
    mid_norm_gain,
    mid_norm_bias,
    mlp_norm_gain,
    mlp_norm_bias,
    mlp_Y_norm_gain,
    mlp_Y_norm_bias,
    post_norm_gain,
    post_norm_bias,
    final_norm_gain,
    final_norm_bias
};
constexpr Index stage_count = 45;
constexpr Index parameter_count = 38;
constexpr Index array_count = stage_count + parameter_count;

/// True if the array is computed; parameters are learnt.
constexpr bool is_stage(ArrayId array) {
    return static_cast<Index>(array) < stage_count;
}
constexpr bool is_parameter(ArrayId array) {
    return !is_stage(array);
}

/// The heads that have a matrix of their own: none (one matrix for all), each, or each group of heads that share keys
/// and values.
enum class Heads : std::uint8_t { none, each, kv };

/// Identifies a matrix of an array; all indices from 0. A matrix may have several addresses; Addresses (address.h)
/// finds the canonical one. `layer` has no default, so that it is not forgotten.
struct Address {
    Index layer;
    ArrayId array;
    Index item;
    Index head;
    constexpr Address(Index layer_, ArrayId array_, Index item_ = 0, Index head_ = 0)
        : layer(layer_), array(array_), item(item_), head(head_) {}
    auto operator<=>(const Address&) const = default;
};

/// Identifies a number of an array; all indices from 0.
struct CellId {
    Index layer;
    ArrayId array;
    Index item;
    Index head;
    Index row;
    Index column;
    constexpr CellId(Index layer_, ArrayId array_, Index item_ = 0, Index head_ = 0, Index row_ = 0, Index column_ = 0)
        : layer(layer_), array(array_), item(item_), head(head_), row(row_), column(column_) {}
    auto operator<=>(const CellId&) const = default;
};

/// The array's name in files and on the command line: "A", "W_Q", "row_max".
std::string_view array_name(ArrayId array);

/// The array's name with its style for error messages.
std::string named(ArrayId array);

/// The array with exactly this name. resid_pre is also found as "residual", its older name.
std::optional<ArrayId> find_array(std::string_view name);

/// The heads with a matrix of their own according to the array's row. A mask may differ by head nevertheless, see
/// Addresses.
Heads heads_of(ArrayId array);

/// True if heads have matrices of their own, so that names and symbols contain the head.
bool has_heads(ArrayId array);

/// The cell's name for people and scripts, counted from 1: "A/1[5,2]", "W_Q/2[3,1]", "X[1,4]". Items after the first
/// follow an @: "A/1@2[5,2]". Layers after the first, counted from 0, precede a colon: "3:A/1[5,2]". Masks that differ
/// by head name heads after the first: "mask/2[1,1]".
std::string cell_name(const CellId& cell);

/// The cell's name with its style for error messages.
std::string named(const CellId& cell);

/// The cell with a name that cell_name wrote; a name without an item gets `item`. nullopt if the name cannot be parsed.
/// Does not check that the cell exists.
std::optional<CellId> parse_cell_name(std::string_view text, Index item = 0);

} // namespace attn
