#pragma once

#include "core/model/cell.h"

#include <optional>
#include <vector>

namespace attn {

/// The rule by which a number is computed from its terms.
enum class Rule : std::uint8_t {
    lookup,          ///< given by the user: an embedding, a position, a weight
    given,           ///< the whole matrix of the cell is given
    pinned,          ///< the cell is pinned; `terms` compute the number that the pin replaces
    sum_of_products, ///< Σ left · right, then the terms without a right factor
    sum,             ///< Σ left
    product,         ///< left · right
    maximum,         ///< the largest left
    exponential,     ///< exp(first left − second left)
    logistic,        ///< 1 / (1 + exp(−Σ left · right))
    soft_cap,        ///< second left · tanh(first left / second left)
    quotient,        ///< first left / second left; 0 / 0 gives 0
    copy,            ///< the only left
    switched_off     ///< zero, because the head is off
};

/// An operand of one number: a cell, or a constant such as the scale.
struct Factor {
    std::optional<CellId> cell;
    float value = 0;
};

/// A summand: left · right, or left alone.
struct Term {
    Factor left;
    std::optional<Factor> right;
    /// In double precision, so that the shown terms add up to the shown sum.
    double value = 0;
};

/// The term left · right.
Term product_term(const Factor& left, const Factor& right);
/// The term left.
Term single_term(const Factor& left);

/// Cells of one array that read the explained cell. Row and column ranges are half open.
struct Dependents {
    ArrayId stage{};
    Index head = 0;
    Index first_row = 0, last_row = 0;
    Index first_column = 0, last_column = 0;
};

/// The angle of a sine and a cosine: position · frequency.
struct Angle {
    Index place = 0;      ///< the token's position, from 0
    double frequency = 0; ///< frequency of the rotation, in radians per position
    double radians() const { return static_cast<double>(place) * frequency; }
};

struct Explanation {
    CellId cell{0, ArrayId{}};
    Rule rule = Rule::lookup;
    std::vector<Term> terms;       ///< operands in the order of computing
    float value = 0;               ///< the value in the trace
    double recomputed = 0;         ///< the result of the terms in double precision
    std::optional<Angle> angle;    ///< the angle, for positions and rotated cells
    std::vector<Dependents> feeds; ///< the cells that read this one directly, stage by stage

    /// Sets `recomputed` to the sum of the terms.
    void add_up();
};

} // namespace attn
