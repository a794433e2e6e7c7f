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

Pooled max_magnitude_pooled(ConstView values, Index rows, Index columns, ConstView mask) {
    assert(rows > 0 && columns > 0);
    assert(mask.data == nullptr || mask.shape() == values.shape());
    const Index pooled_rows = (values.rows + rows - 1) / rows;
    const Index pooled_columns = (values.columns + columns - 1) / columns;
    const auto count = static_cast<std::size_t>(pooled_rows * pooled_columns);
    std::vector<float> kept;
    std::vector<float> masked;
    kept.reserve(count);
    masked.reserve(mask.data == nullptr ? 0 : count);
    std::vector<std::uint32_t> heaviest(static_cast<std::size_t>(values.columns));
    for (Index i = 0; i < values.rows; i += rows) {
        HWY_DYNAMIC_DISPATCH(weigh_rows)(values, mask, {i, std::min(i + rows, values.rows)}, heaviest.data());
        for (Index j = 0; j < values.columns; j += columns) {
            const auto first = heaviest.begin() + j;
            const std::uint32_t heavy = *std::max_element(first, first + std::min(columns, values.columns - j));
            kept.push_back(number_of_weight(heavy));
            if (mask.data != nullptr)
                masked.push_back(heavy == 0 ? minus_infinity : 0.0F);
        }
    }
    return {Matrix::adopt(std::move(kept), pooled_rows, pooled_columns),
            mask.data == nullptr ? Matrix() : Matrix::adopt(std::move(masked), pooled_rows, pooled_columns)};
}

} // namespace attn
#endif
