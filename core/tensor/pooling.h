#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace attn {

// What large matrices are reduced to before they are shown.

class Workers;

/// A matrix as it is shown: its numbers, or how much they changed.
struct ShownCells {
    ConstView values;   // m x n
    ConstView mask{};   // m x n, −∞ hides a cell; or no data
    ConstView before{}; // m x n, what is taken off the values, where both are equal 0 is left; or no data

    Shape shape() const { return values.shape(); }
};

ShownCells part_of(const ShownCells& cells, Submatrix part);

/// Least and largest number; low > high where there is none.
struct Extremes {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
};

/// Of the numbers that are finite and not hidden.
Extremes finite_extremes(const ShownCells& cells);

/// A matrix made smaller for showing, which follows it: each block of cells becomes the one that must not be missed,
/// NaN before infinities before the largest magnitude, of equal ones the negative. Masked cells count only where the
/// whole block is masked.
class Pooled {
public:
    /// Of the numbers as they are now. Where only what has `moved` is other than the last time, mask included, no more
    /// is looked at; none: all. Large ones are shared out among workers, if there are any.
    void follow(const ShownCells& cells, Shape block, const std::optional<Region>& moved = {},
                Workers* workers = nullptr);

    ConstView values() const { return {values_.data(), shape_.rows, shape_.columns, shape_.columns}; }
    /// −∞ where every cell was masked; no data where there was no mask.
    ConstView mask() const;

private:
    void pool(const ShownCells& cells, Submatrix blocks, Workers* workers);
    void pool_row(const ShownCells& cells, Index row, IndexRange blocks, std::span<std::uint32_t> heaviest);

    Shape shape_;
    Shape block_;
    bool has_mask_ = false;
    std::vector<float> values_;
    std::vector<float> mask_;
    std::vector<std::uint32_t> heaviest_; ///< for each worker, of each column, while some rows are looked at
};

/// The extremes of a matrix, which follow it: found in each of many tiles.
class TiledExtremes {
public:
    /// Of the numbers as they are now that are finite and not hidden; `moved` and `workers` as above.
    Extremes follow(const ShownCells& cells, const std::optional<Region>& moved = {}, Workers* workers = nullptr);

private:
    Shape tiles_;
    std::vector<Extremes> extremes_; ///< row by row
};

} // namespace attn
