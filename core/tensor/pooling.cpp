// Kernels, since large matrices are reduced in each frame of a drag.

#include "core/tensor/pooling.h"

#include "core/tensor/instruction_sets.h"
#include "core/tensor/region.h"
#include "core/tensor/workers.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tensor/pooling.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tensor/lanes-inl.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace {

/// The number of extremes that are computed side by side, the same on every machine, so that each finds the same one of
/// 0 and −0.
constexpr std::size_t fixed_lanes = 32;
constexpr std::size_t registers = fixed_lanes / lane_count;
constexpr float largest_finite = std::numeric_limits<float>::max();

struct LaneExtremes {
    Vector low[registers];
    Vector high[registers];
};

/// The numbers of one row; mask and before may be null.
struct ShownRow {
    const float* values;
    const float* mask;
    const float* before;
};

ShownRow shown_row(const ShownCells& cells, Index i) {
    const auto row = [i](ConstView view) { return view.data == nullptr ? nullptr : view.data + i * view.stride; };
    return {row(cells.values), row(cells.mask), row(cells.before)};
}

template <bool has_mask, bool has_before>
HWY_INLINE void include_block(const ShownRow& row, std::size_t first, LaneExtremes& extremes) {
    constexpr Lanes lanes;
    for (std::size_t i = 0; i < registers; ++i) {
        const std::size_t place = first + i * lane_count;
        Vector value = hn::LoadU(lanes, row.values + place);
        if constexpr (has_before) {
            const Vector before = hn::LoadU(lanes, row.before + place);
            value = hn::IfThenZeroElse(hn::Eq(value, before), hn::Sub(value, before)); // Ne is not true of NaN
        }
        auto counts = hn::Le(hn::Abs(value), hn::Set(lanes, largest_finite));
        if constexpr (has_mask)
            counts = hn::And(counts, hn::Ne(hn::LoadU(lanes, row.mask + place), hn::Set(lanes, minus_infinity)));
        const auto is_lower = hn::And(counts, hn::Lt(value, extremes.low[i]));
        const auto is_higher = hn::And(counts, hn::Gt(value, extremes.high[i]));
        extremes.low[i] = hn::IfThenElse(is_lower, value, extremes.low[i]);
        extremes.high[i] = hn::IfThenElse(is_higher, value, extremes.high[i]);
    }
}

template <bool has_mask, bool has_before>
HWY_INLINE void include_row(const ShownRow& row, std::size_t count, LaneExtremes& extremes) {
    std::size_t first = 0;
    for (; first + fixed_lanes <= count; first += fixed_lanes)
        include_block<has_mask, has_before>(row, first, extremes);
    if (first == count)
        return;
    float values[fixed_lanes];
    float mask[fixed_lanes] = {};
    float before[fixed_lanes] = {};
    std::fill_n(values, fixed_lanes, minus_infinity); // not finite, so it does not count
    std::copy_n(row.values + first, count - first, values);
    if constexpr (has_mask)
        std::copy_n(row.mask + first, count - first, mask);
    if constexpr (has_before)
        std::copy_n(row.before + first, count - first, before);
    include_block<has_mask, has_before>({values, mask, before}, 0, extremes);
}

template <bool has_mask, bool has_before>
Extremes extremes_of_rows(const ShownCells& cells) {
    constexpr Lanes lanes;
    Extremes all;
    LaneExtremes found;
    std::fill_n(found.low, registers, hn::Set(lanes, all.low));
    std::fill_n(found.high, registers, hn::Set(lanes, all.high));
    for (Index i = 0; i < cells.values.rows; ++i)
        include_row<has_mask, has_before>(shown_row(cells, i), static_cast<std::size_t>(cells.values.columns), found);
    HWY_ALIGN float side_by_side[lane_count];
    for (const Vector& low : found.low) {
        hn::Store(low, lanes, side_by_side);
        all.low = std::min(all.low, *std::min_element(side_by_side, side_by_side + lane_count));
    }
    for (const Vector& high : found.high) {
        hn::Store(high, lanes, side_by_side);
        all.high = std::max(all.high, *std::max_element(side_by_side, side_by_side + lane_count));
    }
    return all;
}

Extremes extremes_of(const ShownCells& cells) {
    if (cells.before.data == nullptr)
        return cells.mask.data == nullptr ? extremes_of_rows<false, false>(cells)
                                          : extremes_of_rows<true, false>(cells);
    return cells.mask.data == nullptr ? extremes_of_rows<false, true>(cells) : extremes_of_rows<true, true>(cells);
}

/// Returns a rank for pooling: NaN is above infinities, which are above larger magnitudes. It is the bits of the number
/// with the sign rotated to the end. At least 1 (+0 counts as −0), since 0 means a masked cell.
std::uint32_t weight(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rotated = bits << 1U | bits >> 31U;
    return rotated > 1U ? rotated : 1U;
}

template <bool has_mask, bool has_before>
void weigh_row(const float* HWY_RESTRICT values, const float* HWY_RESTRICT mask, const float* HWY_RESTRICT before,
               Index count, std::uint32_t* HWY_RESTRICT heaviest) {
    for (Index j = 0; j < count; ++j) {
        float value = values[j];
        if constexpr (has_before)
            value = value == before[j] ? 0 : value - before[j];
        std::uint32_t heavy = weight(value);
        if constexpr (has_mask)
            heavy = mask[j] == minus_infinity ? 0U : heavy;
        heaviest[j] = heavy > heaviest[j] ? heavy : heaviest[j];
    }
}

template <bool has_mask, bool has_before>
void weigh_each_row(const ShownCells& cells, std::uint32_t* heaviest) {
    for (Index i = 0; i < cells.values.rows; ++i) {
        const ShownRow row = shown_row(cells, i);
        weigh_row<has_mask, has_before>(row.values, row.mask, row.before, cells.values.columns, heaviest);
    }
}

/// Finds the largest rank in each column.
void weigh_rows(const ShownCells& cells, std::uint32_t* heaviest) {
    std::fill_n(heaviest, cells.values.columns, 0U);
    if (cells.before.data == nullptr && cells.mask.data == nullptr)
        weigh_each_row<false, false>(cells, heaviest);
    else if (cells.before.data == nullptr)
        weigh_each_row<true, false>(cells, heaviest);
    else if (cells.mask.data == nullptr)
        weigh_each_row<false, true>(cells, heaviest);
    else
        weigh_each_row<true, true>(cells, heaviest);
}

} // namespace
} // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace {

HWY_EXPORT(extremes_of);
HWY_EXPORT(weigh_rows);

float number_of_weight(std::uint32_t weight) {
    return weight <= 1U ? 0.0F : std::bit_cast<float>(weight >> 1U | weight << 31U);
}

} // namespace

namespace {

[[maybe_unused]] bool is_of_one_shape(const ShownCells& cells) {
    const auto fits = [&](ConstView view) { return view.data == nullptr || view.shape() == cells.shape(); };
    return fits(cells.mask) && fits(cells.before);
}

ConstView part_if_any(ConstView view, Submatrix part) {
    return view.data == nullptr ? view : part_of(view, part);
}

} // namespace

ShownCells part_of(const ShownCells& cells, Submatrix part) {
    return {part_of(cells.values, part), part_if_any(cells.mask, part), part_if_any(cells.before, part)};
}

Extremes finite_extremes(const ShownCells& cells) {
    assert(is_of_one_shape(cells));
    return HWY_DYNAMIC_DISPATCH(extremes_of)(cells);
}

namespace {

Index blocks_along(Index cells, Index block) {
    return (cells + block - 1) / block;
}

/// Returns the blocks that contain the cells.
IndexRange blocks_of(IndexRange cells, Index block) {
    return cells.empty() ? IndexRange() : IndexRange{cells.first / block, blocks_along(cells.last, block)};
}

/// Returns the cells of the blocks; the last block may be cut off by the matrix's end.
IndexRange cells_of(IndexRange blocks, Index block, Index cells) {
    return {blocks.first * block, std::min(blocks.last * block, cells)};
}

/// Visits the blocks that overlap the region, as one or two parts of a matrix that has `blocks` blocks.
template <class Visit>
void for_touched_blocks(const Region& moved, Shape block, Shape blocks, const Visit& visit) {
    if (const IndexRange rows = blocks_of(moved.rows, block.rows); !rows.empty())
        visit(Submatrix{rows, {0, blocks.columns}});
    if (const IndexRange columns = blocks_of(moved.columns, block.columns); !columns.empty())
        visit(Submatrix{{0, blocks.rows}, columns});
}

/// Visits the rows of blocks; rows with few cells are visited by this thread alone.
template <class Visit>
void for_rows(IndexRange rows, Index cells_a_row, Workers* workers, const Visit& visit) {
    constexpr Index worth_sharing = 1 << 16;
    const auto visit_nth = [&](std::size_t n, std::size_t worker) {
        visit(rows.first + static_cast<Index>(n), worker);
    };
    if (workers != nullptr && rows.count() * cells_a_row >= worth_sharing)
        workers->run(static_cast<std::size_t>(rows.count()),
                     std::cref(visit_nth)); // by reference: nothing is allocated
    else
        for (Index row = rows.first; row < rows.last; ++row)
            visit(row, 0);
}

} // namespace

ConstView Pooled::mask() const {
    return has_mask_ ? ConstView{mask_.data(), shape_.rows, shape_.columns, shape_.columns} : ConstView{};
}

void Pooled::follow(const ShownCells& cells, Shape block, const std::optional<Region>& moved, Workers* workers) {
    assert(block.rows > 0 && block.columns > 0);
    assert(is_of_one_shape(cells));
    const Shape shape{blocks_along(cells.values.rows, block.rows), blocks_along(cells.values.columns, block.columns)};
    const bool has_mask = cells.mask.data != nullptr;
    const bool is_alike = shape == shape_ && block == block_ && has_mask == has_mask_;
    shape_ = shape;
    block_ = block;
    has_mask_ = has_mask;
    const auto count = static_cast<std::size_t>(shape.rows * shape.columns);
    values_.resize(count);
    mask_.resize(has_mask ? count : 0);
    heaviest_.resize((workers == nullptr ? 1 : workers->count()) * static_cast<std::size_t>(cells.values.columns));
    const Region all = Region::everything(cells.shape());
    for_touched_blocks(is_alike ? moved.value_or(all) : all, block, shape,
                       [&](Submatrix blocks) { pool(cells, blocks, workers); });
}

void Pooled::pool(const ShownCells& cells, Submatrix blocks, Workers* workers) {
    const Index cells_a_row = block_.rows * block_.columns * blocks.columns.count();
    for_rows(blocks.rows, cells_a_row, workers, [&](Index row, std::size_t worker) {
        const auto columns = static_cast<std::size_t>(cells.values.columns);
        pool_row(cells, row, blocks.columns, std::span(heaviest_).subspan(worker * columns, columns));
    });
}

void Pooled::pool_row(const ShownCells& cells, Index row, IndexRange blocks, std::span<std::uint32_t> heaviest) {
    const IndexRange rows = cells_of({row, row + 1}, block_.rows, cells.values.rows);
    const IndexRange columns = cells_of(blocks, block_.columns, cells.values.columns);
    HWY_DYNAMIC_DISPATCH(weigh_rows)(part_of(cells, {rows, columns}), heaviest.data());
    for (Index j = blocks.first; j < blocks.last; ++j) {
        const IndexRange joined = cells_of({j, j + 1}, block_.columns, cells.values.columns);
        const auto first = heaviest.begin() + (joined.first - columns.first);
        const std::uint32_t heavy = *std::max_element(first, first + joined.count());
        const auto place = static_cast<std::size_t>(row * shape_.columns + j);
        values_[place] = number_of_weight(heavy);
        if (has_mask_)
            mask_[place] = heavy == 0 ? minus_infinity : 0.0F;
    }
}

Extremes TiledExtremes::follow(const ShownCells& cells, const std::optional<Region>& moved, Workers* workers) {
    constexpr Shape tile{32, 32};
    const Shape whole = cells.shape();
    const Shape tiles{blocks_along(whole.rows, tile.rows), blocks_along(whole.columns, tile.columns)};
    const bool is_alike = tiles == tiles_;
    tiles_ = tiles;
    extremes_.resize(static_cast<std::size_t>(tiles.rows * tiles.columns));
    const Region all = Region::everything(whole);
    for_touched_blocks(is_alike ? moved.value_or(all) : all, tile, tiles, [&](Submatrix touched) {
        const Index cells_a_row = tile.rows * tile.columns * touched.columns.count();
        for_rows(touched.rows, cells_a_row, workers, [&](Index i, std::size_t /*worker*/) {
            for (Index j = touched.columns.first; j < touched.columns.last; ++j) {
                const Submatrix part{cells_of({i, i + 1}, tile.rows, whole.rows),
                                     cells_of({j, j + 1}, tile.columns, whole.columns)};
                extremes_[static_cast<std::size_t>(i * tiles.columns + j)] = finite_extremes(part_of(cells, part));
            }
        });
    });
    Extremes all_tiles;
    for (const Extremes& one : extremes_)
        all_tiles = {std::min(all_tiles.low, one.low), std::max(all_tiles.high, one.high)};
    return all_tiles;
}

} // namespace attn
#endif
