// Sentences about a layer, each with what must hold for it to be so.

#pragma once

#include "core/model/cell.h"
#include "core/model/layer.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// What can be asked of a layer's numbers and options. Rows, columns, items and heads are those of the fact's cell.
enum class Quantity : std::uint8_t {
    value,             ///< of the cell
    value_without_pin, ///< what the cell would be
    row_sum,
    row_least,
    row_largest,
    row_length, ///< the root of the sum of its squares
    least_row_sum,
    largest_row_sum,
    least_row_length,
    largest_row_length,
    least, ///< of the matrix
    largest,
    largest_above_diagonal,
    row_product,        ///< of the cell's row with that of the other cell
    row_cosine,         ///< of the angle between them
    row_entropy,        ///< in bits
    readable_in_row,    ///< how many numbers are above −∞
    even_share,         ///< 1 / as many
    even_entropy,       ///< log₂ of as many
    is_nan,             ///< 1 or 0
    exists,             ///< whether the layer has the array: 1 or 0
    is_given,           ///< whether the cell is pinned, or its matrix given: 1 or 0
    given_count,        ///< pinned cells and given matrices of the array
    heads_off,          ///< how many
    is_head_on,         ///< 1 or 0
    residual_mean,      ///< of the sum of the cell's row and the other cell's
    residual_spread,    ///< the standard deviation of its numbers
    terms,              ///< of how many products the cell is the sum
    term,               ///< one of them
    share_of_terms,     ///< of some of them in the sum of all magnitudes
    lead_of_terms,      ///< the least magnitude of them less the largest of the others
    largest_term,       ///< the largest magnitude
    word_count,         ///< how often the row's word stands in its item
    repeated_words,     ///< how many words of the item stand there more than once
    row_difference,     ///< the most by which the row differs from that of the other cell
    unlike_equal_words, ///< the most by which rows of one word differ
    cosine_of_turn,     ///< of the angle of a rotated cell, or of a sinusoidal position
    sine_of_turn,
    angle,                            ///< its place times its frequency
    frequency,                        ///< radians a place
    magnitude_of_turn,                ///< what cosines and sines are multiplied by
    reading,                          ///< which label of read-out number `terms` the row reads out as, from 0
    reading_share,                    ///< that label's share, were the labels' numbers put through softmax
    readings_kept,                    ///< how many rows of the item read out as they would with all heads on
    readings_kept_without,            ///< the same, were the cell's head alone off
    least_reading_share,              ///< of the item's rows
    least_reading_share_of_all_heads, ///< the same with all heads on
    sureness_lost,                    ///< what it is less
    spread,                           ///< standard deviation of the matrix's numbers that may be read
    readable,                         ///< how many of them there are
    usual_scale,                      ///< 1 / √d_k
    usual_spread,                     ///< the spread times that
    score_factor,                     ///< scale / temperature
    share_slope, ///< a share times what is left of 1; of it that part that `at_least` says, where it is written
    temperature,
    least_wrong_sum, ///< of the rows of those who may read, were softmax put through the queries of each key
    largest_wrong_sum,
    softmax_largest,    ///< the largest share of the row, were it put through softmax as it is
    length,             ///< a length of the layer
    shape,              ///< of the cell's matrix as it is drawn, "5×6"; of what is written alone
    shape_of_all_heads, ///< of the array's matrices beside each other
    product_shape,      ///< of the head's product of weights that the cell's array is in
    heads_shape,        ///< heads by heads
    row_shape,          ///< of one row of it, a column where tokens are columns
    scale,              ///< what scores are multiplied by, but for the temperature
    bilinear,           ///< x_i W_Q W_Kᵀ x_jᵀ of a score
    bilinear_bias,      ///< what a bias adds to it: of the query with the key (`terms` 0), the other way (1), both (2)
    rank,               ///< of the head's product of weights that the cell's array is in
    rank_of_weight,     ///< of the cell's matrix
    length_read,        ///< of the row's part in the column space of the other cell's matrix
    length_unseen,      ///< of the rest of it
    asymmetry,          ///< the most by which that product differs from its transpose; of one that is not square: ∞
    other_way,          ///< the most by which Y differs from the heads' outputs beside each other times W_O, and b_O
    overlap,            ///< how much two heads' subspaces share on average, of heads that have their own
    random_overlap,     ///< the same of heads that are drawn at random
    effective_rank,     ///< of the head's product of weights that the cell's array is in
    share_of_singular_value, ///< number `terms` of that product, of the sum of all
};

/// One thing that a sentence takes for granted: a quantity within bounds, or as it is written in the sentence.
struct Fact {
    Quantity of{};
    CellId cell{};
    std::optional<CellId> other{};  ///< of a value: less the value of this one; of two rows: the second
    std::vector<Index> terms{};     ///< which of them, from 0
    Index Sizes::*length = nullptr; ///< of a length: which
    double at_least = -std::numeric_limits<double>::infinity();
    double at_most = std::numeric_limits<double>::infinity();
    std::string written{}; ///< "−0.42", "7 %"; empty: the sentence does not have the number
    bool operator==(const Fact&) const = default;
};

/// The quantity is this number.
inline Fact fact(Quantity of, const CellId& cell, double equals) {
    Fact fact;
    fact.of = of;
    fact.cell = cell;
    fact.at_least = fact.at_most = equals;
    return fact;
}

/// The sentence has the quantity as a number.
inline Fact written_fact(Quantity of, const CellId& cell, std::string written) {
    Fact fact;
    fact.of = of;
    fact.cell = cell;
    fact.written = std::move(written);
    return fact;
}

/// Why a sentence is so at any time: "a definition".
struct Always {
    std::string_view reason;
};

/// A sentence, and when it is so: all facts hold, or nothing is needed.
struct Claim {
    Claim(std::string text_, Always always_) : text(std::move(text_)), always(always_.reason) {}
    Claim(std::string text_, Fact fact) : text(std::move(text_)), when{std::move(fact)} {}
    Claim(std::string text_, std::vector<Fact> when_) : text(std::move(text_)), when(std::move(when_)) {}

    std::string text;
    std::vector<Fact> when{};
    std::string_view always{};
    bool operator==(const Claim&) const = default;
};

/// One after the other.
using Claims = std::vector<Claim>;

/// The sentences as one text.
inline std::string text_of(const Claims& claims) {
    std::string text;
    for (const Claim& claim : claims)
        text += (text.empty() || claim.text.empty() ? "" : " ") + claim.text;
    return text;
}

} // namespace attn
