#pragma once

#include "core/tensor/matrix.h"
#include "core/tensor/region.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace attn {

// Reductions of large matrices for showing.

class Workers;

/// The cells of a matrix as it is shown: its values, or their difference from earlier ones.
struct ShownCells {
    ConstView values;   // m x n
    ConstView mask{};   // m x n, −∞ hides a cell; no data: nothing is masked
    ConstView before{}; // m x n, subtracted from the values (equal ones give 0); no data: nothing is subtracted

    Shape shape() const { return values.shape(); }
};

ShownCells part_of(const ShownCells& cells, Submatrix part);

/// The least and the largest number; low > high if there is none.
struct Extremes {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
};

/// The extremes of the numbers that are finite and not masked.
Extremes finite_extremes(const ShownCells& cells);

/// A smaller matrix for showing, kept up to date. Each block of cells becomes its most notable one: NaN before
/// infinities before the largest magnitude; of equal magnitudes the negative. Masked cells count only if the whole
/// block is masked.
class Pooled {
public:
    /// Pools the numbers as they are now. If `moved` is given, only cells within it differ from the last call (mask
    /// included), and no others are read. Large matrices are shared out among `workers`.
    void follow(const ShownCells& cells, Shape block, const std::optional<Region>& moved = {},
                Workers* workers = nullptr);

    ConstView values() const { return {values_.data(), shape_.rows, shape_.columns, shape_.columns}; }
    /// −∞ where every cell of the block is masked; no data without a mask.
    ConstView mask() const;

private:
    void pool(const ShownCells& cells, Submatrix blocks, Workers* workers);
    void pool_row(const ShownCells& cells, Index row, IndexRange blocks, std::span<std::uint32_t> heaviest);

    Shape shape_;
    Shape block_;
    bool has_mask_ = false;
    std::vector<float> values_;
    std::vector<float> mask_;
    std::vector<std::uint32_t> heaviest_; ///< for each worker and column, while a row of blocks is pooled
};

/// The extremes of a matrix, kept up to date tile by tile.
class TiledExtremes {
public:
    /// The extremes of the numbers as they are now; `moved` and `workers` as in Pooled::follow.
    Extremes follow(const ShownCells& cells, const std::optional<Region>& moved = {}, Workers* workers = nullptr);

private:
    Shape tiles_;
    std::vector<Extremes> extremes_; ///< of each tile, row by row
};

} // namespace attn
