#pragma once

#include "core/tensor/matrix.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Any array of a layer that can be seen and named: first the stages, in the order of computing and of stepping, then
/// what is learnt. Their rows stand in core/model/arrays.h.
enum class ArrayId : std::uint8_t {
    E,
    P,
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
    norm_bias
};
constexpr Index stage_count = 29;
constexpr Index parameter_count = 16;
constexpr Index array_count = stage_count + parameter_count;

/// Whether it is computed, or learnt.
constexpr bool is_stage(ArrayId array) {
    return static_cast<Index>(array) < stage_count;
}
constexpr bool is_parameter(ArrayId array) {
    return !is_stage(array);
}

/// Whether an array has one matrix for an item, one for each of its heads, or one for each group of heads that share
/// keys and values.
enum class Heads : std::uint8_t { none, each, kv };

/// One matrix of an array. A matrix may have several addresses; the canonical one is found by Addresses (address.h).
struct Address {
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Index layer = 0; ///< there is one layer as yet
    auto operator<=>(const Address&) const = default;
};

/// One number of a layer; everything counts from 0.
struct CellId {
    ArrayId array{};
    Index item = 0;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    Index layer = 0;
    auto operator<=>(const CellId&) const = default;
};

/// The array's name in files and on the command line: "A", "W_Q", "row_max".
std::string_view array_name(ArrayId array);

/// The same in the message of an error, for whoever reads it in a notation.
std::string named(ArrayId array);

/// The array of that name; exact spelling. resid_pre is also found as "residual", which nothing writes any more.
std::optional<ArrayId> find_array(std::string_view name);

/// Which heads have a matrix of the array, as its row says: the mask's may differ by head all the same, see Addresses.
Heads heads_of(ArrayId array);

/// Whether heads have matrices of their own, so that names and symbols say of which head it is.
bool has_heads(ArrayId array);

/// As people and scripts write it, counted from 1: "A/1[5,2]", "W_Q/2[3,1]", "X[1,4]"; items after the first
/// stand behind an @: "A/1@2[5,2]", layers after the first, counted from 0, before a colon: "3:A/1[5,2]". Of masks that
/// differ by head, heads after the first: "mask/2[1,1]".
std::string cell_name(const CellId& cell);

/// The same in the message of an error, for whoever reads it in a notation.
std::string named(const CellId& cell);

/// Reads what cell_name writes; the item is `item` where the name has none. Nothing if the name does not parse.
/// Whether the cell exists is not checked.
std::optional<CellId> parse_cell_name(std::string_view text, Index item = 0);

} // namespace attn
