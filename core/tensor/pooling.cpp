// Large matrices are reduced in each frame of a drag.

#include "core/tensor/pooling.h"

#include "core/tensor/instruction_sets.h"
#include "core/tensor/region.h"

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
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace {

/// On every machine as many extremes are kept side by side, so that of 0 and −0 the same one is found.
constexpr std::size_t fixed_lanes = 16;
constexpr std::size_t registers = fixed_lanes / lane_count;
constexpr float largest_finite = std::numeric_limits<float>::max();

struct LaneExtremes {
    Vector low[registers];
    Vector high[registers];
};

/// `mask` is read where `has_mask`.
template <bool has_mask>
HWY_INLINE void include_block(const float* values, const float* mask, LaneExtremes& extremes) {
    constexpr Lanes lanes;
    for (std::size_t i = 0; i < registers; ++i) {
        const Vector value = hn::LoadU(lanes, values + i * lane_count);
        auto counts = hn::Le(hn::Abs(value), hn::Set(lanes, largest_finite));
        if constexpr (has_mask)
            counts = hn::And(counts, hn::Ne(hn::LoadU(lanes, mask + i * lane_count), hn::Set(lanes, minus_infinity)));
        const auto is_lower = hn::And(counts, hn::Lt(value, extremes.low[i]));
        const auto is_higher = hn::And(counts, hn::Gt(value, extremes.high[i]));
        extremes.low[i] = hn::IfThenElse(is_lower, value, extremes.low[i]);
        extremes.high[i] = hn::IfThenElse(is_higher, value, extremes.high[i]);
    }
}

template <bool has_mask>
HWY_INLINE void include_row(const float* values, const float* mask, std::size_t count, LaneExtremes& extremes) {
    std::size_t first = 0;
    for (; first + fixed_lanes <= count; first += fixed_lanes)
        include_block<has_mask>(values + first, has_mask ? mask + first : nullptr, extremes);
    if (first == count)
        return;
    float rest[fixed_lanes];
    float mask_of_rest[fixed_lanes] = {};
    std::fill_n(rest, fixed_lanes, minus_infinity); // is not finite, and does not count
    std::copy_n(values + first, count - first, rest);
    if constexpr (has_mask)
        std::copy_n(mask + first, count - first, mask_of_rest);
    include_block<has_mask>(rest, mask_of_rest, extremes);
}

template <bool has_mask>
Extremes extremes_of_rows(ConstView values, ConstView mask) {
    constexpr Lanes lanes;
    Extremes all;
    LaneExtremes found;
    std::fill_n(found.low, registers, hn::Set(lanes, all.low));
    std::fill_n(found.high, registers, hn::Set(lanes, all.high));
    for (Index i = 0; i < values.rows; ++i)
        include_row<has_mask>(values.data + i * values.stride, has_mask ? mask.data + i * mask.stride : nullptr,
                              static_cast<std::size_t>(values.columns), found);
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

Extremes extremes_of(ConstView values, ConstView mask) {
    return mask.data == nullptr ? extremes_of_rows<false>(values, mask) : extremes_of_rows<true>(values, mask);
}

/// How much a number must not be missed: NaN before infinities before larger magnitudes, as their bits order them once
/// the sign stands last. Never 0, which is left to what is masked: +0 counts as −0.
std::uint32_t weight(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rotated = bits << 1U | bits >> 31U;
    return rotated > 1U ? rotated : 1U;
}

void weigh_row(const float* HWY_RESTRICT values, Index count, std::uint32_t* HWY_RESTRICT heaviest) {
    for (Index j = 0; j < count; ++j) {
        const std::uint32_t heavy = weight(values[j]);
        heaviest[j] = heavy > heaviest[j] ? heavy : heaviest[j];
    }
}

void weigh_masked_row(const float* HWY_RESTRICT values, const float* HWY_RESTRICT mask, Index count,
                      std::uint32_t* HWY_RESTRICT heaviest) {
    for (Index j = 0; j < count; ++j) {
        const std::uint32_t heavy = mask[j] == minus_infinity ? 0U : weight(values[j]);
        heaviest[j] = heavy > heaviest[j] ? heavy : heaviest[j];
    }
}

/// For each column the heaviest of some rows.
void weigh_rows(ConstView values, ConstView mask, IndexRange rows, std::uint32_t* heaviest) {
    std::fill_n(heaviest, values.columns, 0U);
    for (Index i = rows.first; i < rows.last; ++i) {
        const float* const row = values.data + i * values.stride;
        if (mask.data == nullptr)
            weigh_row(row, values.columns, heaviest);
        else
            weigh_masked_row(row, mask.data + i * mask.stride, values.columns, heaviest);
    }
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

Extremes finite_extremes(ConstView values, ConstView mask) {
    assert(mask.data == nullptr || mask.shape() == values.shape());
    return HWY_DYNAMIC_DISPATCH(extremes_of)(values, mask);
}

namespace {

Index blocks_along(Index cells, Index block) {
    return (cells + block - 1) / block;
}

/// The blocks that hold some cells.
IndexRange blocks_of(IndexRange cells, Index block) {
    return cells.empty() ? IndexRange() : IndexRange{cells.first / block, blocks_along(cells.last, block)};
}

/// The cells of some blocks.
IndexRange cells_of(IndexRange blocks, Index block, Index cells) {
    return {blocks.first * block, std::min(blocks.last * block, cells)};
}

ConstView part_of_mask(ConstView mask, Submatrix part) {
    return mask.data == nullptr ? mask : part_of(mask, part);
}

/// Visits the blocks that the region touches, as one part or two, of a matrix cut into so many.
template <class Visit>
void for_touched_blocks(const Region& moved, Shape block, Shape blocks, const Visit& visit) {
    if (const IndexRange rows = blocks_of(moved.rows, block.rows); !rows.empty())
        visit(Submatrix{rows, {0, blocks.columns}});
    if (const IndexRange columns = blocks_of(moved.columns, block.columns); !columns.empty())
        visit(Submatrix{{0, blocks.rows}, columns});
}

} // namespace

ConstView Pooled::mask() const {
    return has_mask_ ? ConstView{mask_.data(), shape_.rows, shape_.columns, shape_.columns} : ConstView{};
}

void Pooled::follow(ConstView values, ConstView mask, Shape block, const std::optional<Region>& moved) {
    assert(block.rows > 0 && block.columns > 0);
    assert(mask.data == nullptr || mask.shape() == values.shape());
    const Shape shape{blocks_along(values.rows, block.rows), blocks_along(values.columns, block.columns)};
    const bool has_mask = mask.data != nullptr;
    const bool is_alike = shape == shape_ && block == block_ && has_mask == has_mask_;
    shape_ = shape;
    block_ = block;
    has_mask_ = has_mask;
    const auto count = static_cast<std::size_t>(shape.rows * shape.columns);
    values_.resize(count);
    mask_.resize(has_mask ? count : 0);
    heaviest_.resize(static_cast<std::size_t>(values.columns));
    const Region all = Region::everything(values.shape());
    for_touched_blocks(is_alike ? moved.value_or(all) : all, block, shape,
                       [&](Submatrix blocks) { pool(values, mask, blocks); });
}

void Pooled::pool(ConstView values, ConstView mask, Submatrix blocks) {
    const IndexRange columns = cells_of(blocks.columns, block_.columns, values.columns);
    for (Index i = blocks.rows.first; i < blocks.rows.last; ++i) {
        const IndexRange rows = cells_of({i, i + 1}, block_.rows, values.rows);
        const Submatrix strip{rows, columns};
        HWY_DYNAMIC_DISPATCH(weigh_rows)
        (part_of(values, strip), part_of_mask(mask, strip), {0, rows.count()}, heaviest_.data());
        for (Index j = blocks.columns.first; j < blocks.columns.last; ++j) {
            const IndexRange cells = cells_of({j, j + 1}, block_.columns, values.columns);
            const auto first = heaviest_.begin() + (cells.first - columns.first);
            const std::uint32_t heavy = *std::max_element(first, first + cells.count());
            const auto place = static_cast<std::size_t>(i * shape_.columns + j);
            values_[place] = number_of_weight(heavy);
            if (has_mask_)
                mask_[place] = heavy == 0 ? minus_infinity : 0.0F;
        }
    }
}

Extremes TiledExtremes::follow(ConstView values, ConstView mask, const std::optional<Region>& moved) {
    constexpr Shape tile{32, 32};
    const Shape tiles{blocks_along(values.rows, tile.rows), blocks_along(values.columns, tile.columns)};
    const bool is_alike = tiles == tiles_;
    tiles_ = tiles;
    extremes_.resize(static_cast<std::size_t>(tiles.rows * tiles.columns));
    const Region all = Region::everything(values.shape());
    for_touched_blocks(is_alike ? moved.value_or(all) : all, tile, tiles, [&](Submatrix touched) {
        for (Index i = touched.rows.first; i < touched.rows.last; ++i)
            for (Index j = touched.columns.first; j < touched.columns.last; ++j) {
                const Submatrix cells{cells_of({i, i + 1}, tile.rows, values.rows),
                                      cells_of({j, j + 1}, tile.columns, values.columns)};
                extremes_[static_cast<std::size_t>(i * tiles.columns + j)] =
                    finite_extremes(part_of(values, cells), part_of_mask(mask, cells));
            }
    });
    Extremes all_tiles;
    for (const Extremes& one : extremes_)
        all_tiles = {std::min(all_tiles.low, one.low), std::max(all_tiles.high, one.high)};
    return all_tiles;
}

} // namespace attn
#endif
