#pragma once

#include "core/model/cell.h"

#include <optional>
#include <vector>

namespace attn {

/// How a number comes about.
enum class Rule : std::uint8_t {
    lookup,          ///< it is what the user gave: an embedding, a position, a weight
    given,           ///< the whole matrix was given
    pinned,          ///< this cell was given; `terms` say what would have stood there
    sum_of_products, ///< Σ left · right, then what has no right factor
    sum,             ///< Σ left
    product,         ///< left · right
    maximum,         ///< the largest left
    exponential,     ///< exp(first left − second left)
    logistic,        ///< 1 / (1 + exp(−Σ left · right))
    soft_cap,        ///< second left · tanh(first left / second left)
    quotient,        ///< first left / second left, or 0 where that is 0 / 0
    copy,            ///< the only left
    switched_off     ///< zero, since the head is off
};

/// A number that goes into another: a cell, or a constant such as the scale.
struct Factor {
    std::optional<CellId> cell;
    float value = 0;
};

/// One summand: left · right, or left alone.
struct Term {
    Factor left;
    std::optional<Factor> right;
    /// In double precision, so that shown terms add up to the shown sum.
    double value = 0;
};

/// left · right.
Term product_term(const Factor& left, const Factor& right);
/// left alone.
Term single_term(const Factor& left);

/// Cells of one array that read the explained one. Row and column ranges are half open.
struct Dependents {
    ArrayId stage{};
    Index head = 0;
    Index first_row = 0, last_row = 0;
    Index first_column = 0, last_column = 0;
};

/// What a sine and a cosine are of: place · frequency, in radians.
struct Angle {
    Index place = 0;      ///< of the token, counted from 0
    double frequency = 0; ///< radians a place
    double radians() const { return static_cast<double>(place) * frequency; }
};

struct Explanation {
    CellId cell;
    Rule rule = Rule::lookup;
    std::vector<Term> terms;       ///< in the order of computing
    float value = 0;               ///< as recorded
    double recomputed = 0;         ///< the terms put together in double precision
    std::optional<Angle> angle;    ///< of positions and of what they turn
    std::vector<Dependents> feeds; ///< what depends on this cell directly, stage by stage

    /// `recomputed` becomes the sum of the terms.
    void add_up();
};

} // namespace attn
