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

/// The cells of a matrix as it is shown: its values, or the values minus earlier ones.
struct ShownCells {
    ConstView values;   // m x n
    ConstView mask{};   // m x n, −∞ hides a cell; no data: nothing is masked
    ConstView before{}; // m x n, subtracted from the values (equal ones give 0); no data: nothing is subtracted

    Shape shape() const { return values.shape(); }
};

ShownCells part_of(const ShownCells& cells, Submatrix part);

/// The least and the largest number; low > high if there is no number.
struct Extremes {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
};

/// Returns the extremes of the numbers that are finite and not masked.
Extremes finite_extremes(const ShownCells& cells);

/// A smaller version of a matrix for showing, which can be updated. Each block of cells becomes one cell with the
/// block's most conspicuous value: NaN before infinities before the largest magnitude; of equal magnitudes the negative
/// one. Masked cells count only if the whole block is masked.
class Pooled {
public:
    /// Pools the numbers as they are now. If `moved` is given, only cells within it differ from the last call (mask
    /// included), and no others are read. Large matrices are divided among `workers`.
    void follow(const ShownCells& cells, Shape block, const std::optional<Region>& moved = {},
                Workers* workers = nullptr);

    ConstView values() const { return {values_.data(), shape_.rows, shape_.columns, shape_.columns}; }
    /// Returns −∞ for blocks in which every cell is masked; no data without a mask.
    ConstView mask() const;

private:
    void pool(const ShownCells& cells, Submatrix blocks, Workers* workers);
    void pool_row(const ShownCells& cells, Index row, IndexRange blocks, std::span<std::uint32_t> heaviest);

    Shape shape_;
    Shape block_;
    bool has_mask_ = false;
    std::vector<float> values_;
    std::vector<float> mask_;
    std::vector<std::uint32_t> heaviest_; ///< largest rank for each worker and column, while a row of blocks is pooled
};

/// The extremes of a matrix, which can be updated tile by tile.
class TiledExtremes {
public:
    /// Returns the extremes of the numbers as they are now; `moved` and `workers` as in Pooled::follow.
    Extremes follow(const ShownCells& cells, const std::optional<Region>& moved = {}, Workers* workers = nullptr);

private:
    Shape tiles_;
    std::vector<Extremes> extremes_; ///< extremes of each tile, row by row
};

} // namespace attn
