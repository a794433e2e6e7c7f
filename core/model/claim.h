// Sentences about a layer, with the facts that make them true.

#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"
#include "core/text/prose.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// A number that can be computed from a layer. Its row, column, item and head are those of the fact's cell.
enum class Quantity : std::uint8_t {
    value,             ///< value of the cell
    value_without_pin, ///< value of the cell if it were not pinned
    row_sum,
    row_least,
    row_largest,
    row_length, ///< Euclidean length of the row
    least_row_sum,
    largest_row_sum,
    least_row_length,
    largest_row_length,
    least, ///< least number of the cell's matrix
    largest,
    largest_above_diagonal,
    row_product,        ///< scalar product of the cell's row and the other cell's row
    row_cosine,         ///< cosine of the angle between the two rows
    row_entropy,        ///< entropy of the row, in bits
    readable_in_row,    ///< number of scores above −∞ in the row
    even_share,         ///< 1 / readable_in_row
    even_entropy,       ///< log₂ of readable_in_row
    is_nan,             ///< 1 or 0
    exists,             ///< 1 if the layer has the array, else 0
    is_given,           ///< 1 if the cell is pinned or its matrix given, else 0
    given_count,        ///< number of the array's pins and given matrices
    heads_off,          ///< number of heads that are off
    is_head_on,         ///< 1 or 0
    residual_mean,      ///< mean of the sum of the cell's row and the other cell's row
    residual_spread,    ///< standard deviation of that sum
    terms,              ///< number of products that the cell is the sum of
    term,               ///< value of the product number `terms`
    share_of_terms,     ///< the part of the products `terms` in the sum of all magnitudes
    lead_of_terms,      ///< least magnitude of the products `terms` − largest magnitude of the others
    largest_term,       ///< largest magnitude of a product
    word_count,         ///< number of times that the row's word occurs in its item
    repeated_words,     ///< number of words that occur more than once in the item
    row_difference,     ///< largest difference between the row's numbers and those of the other cell's row
    unlike_equal_words, ///< largest difference between rows of the same word
    cosine_of_turn,     ///< cosine of the angle of a rotated cell or a sinusoidal position
    sine_of_turn,
    angle,                            ///< angle: position · frequency
    frequency,                        ///< frequency in radians per position
    magnitude_of_turn,                ///< factor that rotary positions multiply cosines and sines by
    reading,                          ///< index of the label that read-out `terms` gives for the row
    reading_share,                    ///< probability of that label: softmax over the read-out's columns
    readings_kept,                    ///< number of the item's rows with the same label as with all heads on
    readings_kept_without,            ///< readings_kept if only the cell's head were off
    least_reading_share,              ///< least reading_share of all rows of the item
    least_reading_share_of_all_heads, ///< least_reading_share with all heads on
    sureness_lost,                    ///< least_reading_share_of_all_heads − least_reading_share
    spread,                           ///< standard deviation of the matrix's numbers that are not masked
    readable,                         ///< number of the matrix' numbers that are not masked
    usual_scale,                      ///< 1 / √d_k
    usual_spread,                     ///< spread / √d_k
    score_factor,                     ///< scale / temperature
    share_slope,                      ///< a (1 − a) of the attention weight a; if `written`, times `at_least`
    temperature,
    least_wrong_sum, ///< least row sum if softmax ran over columns; rows without a readable key do not count
    largest_wrong_sum,
    softmax_largest,    ///< largest weight in a softmax of the row
    length,             ///< a length of the layer, see Fact::length
    shape,              ///< shape of the cell's matrix as drawn, "5×6"; all shapes need `written`
    shape_of_all_heads, ///< shape of the matrices of all heads side by side
    product_shape,  ///< shape of the head's product of weights, W_Q W_Kᵀ or W_V W_O, that contains the cell's array
    heads_shape,    ///< shape of a matrix with a row and a column for each head
    row_shape,      ///< shape of one row of the matrix, 1×n; n×1 if tokens are columns
    scale,          ///< factor of the scores before they are divided by the temperature
    bilinear,       ///< x_i W_Q W_Kᵀ x_jᵀ for a score
    bilinear_bias,  ///< `terms` 0: b_Q · key, 1: query · b_K, 2: b_Q · b_K, without the biases in query and key
    rank,           ///< rank of the head's product of weights, as in product_shape
    rank_of_weight, ///< rank of the cell's matrix
    length_read,    ///< length of the row's projection into the column space of the other cell's matrix
    length_unseen,  ///< length of the rest of the row
    asymmetry,      ///< largest difference between W_Q W_Kᵀ and its transpose; ∞ if it is not square
    other_way,      ///< largest difference between Y and concat · W_O + b_O
    overlap,        ///< mean overlap of two heads' subspaces, from 0 to 1
    random_overlap, ///< expected overlap of two random heads
    effective_rank, ///< effective rank of the head's product of weights, as in product_shape
    share_of_singular_value, ///< singular value number `terms` of that product divided by the sum of all
};

/// A condition for a sentence to be true: a quantity lies within bounds, or is the number that the sentence states.
struct Fact {
    Quantity of{};
    CellId cell{0, ArrayId{}};
    std::optional<CellId> other{};  ///< value: the cell whose value is subtracted; quantities of two rows: a cell of
                                    ///< the second row
    std::vector<Index> terms{};     ///< see Quantity; from 0
    Index Sizes::*length = nullptr; ///< for Quantity::length
    double at_least = -std::numeric_limits<double>::infinity();
    double at_most = std::numeric_limits<double>::infinity();
    std::string written{}; ///< the number as the sentence states it, "−0.42", "7 %"; empty if the sentence does not
                           ///< state it
    bool operator==(const Fact&) const = default;
};

/// The fact that the quantity equals a number.
inline Fact fact(Quantity of, const CellId& cell, double equals) {
    Fact fact;
    fact.of = of;
    fact.cell = cell;
    fact.at_least = fact.at_most = equals;
    return fact;
}

/// The fact that the sentence states the quantity as `written`.
inline Fact written_fact(Quantity of, const CellId& cell, std::string written) {
    Fact fact;
    fact.of = of;
    fact.cell = cell;
    fact.written = std::move(written);
    return fact;
}

/// The reason why a sentence is always true: "a definition".
struct Always {
    std::string_view reason;
};

/// A sentence that is true if all facts in `when` hold, or always.
struct Claim {
    Claim(Prose text_, Always always_) : text(std::move(text_)), always(always_.reason) {}
    Claim(Prose text_, Fact fact) : text(std::move(text_)), when{std::move(fact)} {}
    Claim(Prose text_, std::vector<Fact> when_) : text(std::move(text_)), when(std::move(when_)) {}

    Prose text;
    std::vector<Fact> when{};
    std::string_view always{};
    bool operator==(const Claim&) const = default;
};

using Claims = std::vector<Claim>;

/// The sentences as one text.
inline Prose prose_of(const Claims& claims) {
    Prose text;
    for (const Claim& claim : claims)
        text += (text.empty() || claim.text.empty() ? "" : " ") + claim.text;
    return text;
}

/// The sentences as plain text.
inline std::string text_of(const Claims& claims) {
    return prose_of(claims).letters();
}

} // namespace attn
