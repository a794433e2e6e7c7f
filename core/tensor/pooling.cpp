// Plain loops, which the compiler turns into vectors of each instruction set: large matrices are reduced in each frame
// of a drag.

#include "core/tensor/pooling.h"

#include "core/tensor/instruction_sets.h"
#include "core/tensor/region.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tensor/pooling.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
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

/// As many extremes are kept side by side as fill a register of any machine.
constexpr Index pooling_lanes = 16;
constexpr float largest_finite = std::numeric_limits<float>::max();

struct LaneExtremes {
    std::array<float, pooling_lanes> low;
    std::array<float, pooling_lanes> high;
};

/// `mask` is read where `has_mask`.
template <bool has_mask>
void include_lanes(const float* HWY_RESTRICT values, const float* HWY_RESTRICT mask, Index count,
                   float* HWY_RESTRICT low, float* HWY_RESTRICT high) {
    for (Index lane = 0; lane < count; ++lane) {
        const float value = values[lane];
        const bool counts = std::abs(value) <= largest_finite && (!has_mask || mask[lane] != minus_infinity);
        low[lane] = counts && value < low[lane] ? value : low[lane];
        high[lane] = counts && value > high[lane] ? value : high[lane];
    }
}

template <bool has_mask>
void include_row(const float* values, const float* mask, Index count, LaneExtremes& extremes) {
    const auto include = [&](Index first, Index lanes) {
        include_lanes<has_mask>(values + first, has_mask ? mask + first : nullptr, lanes, extremes.low.data(),
                                extremes.high.data());
    };
    Index first = 0;
    for (; first + pooling_lanes <= count; first += pooling_lanes)
        include(first, pooling_lanes);
    include(first, count - first);
}

Extremes extremes_of(ConstView values, ConstView mask) {
    Extremes all;
    LaneExtremes lanes{};
    lanes.low.fill(all.low);
    lanes.high.fill(all.high);
    for (Index i = 0; i < values.rows; ++i) {
        const float* const row = values.data + i * values.stride;
        if (mask.data == nullptr)
            include_row<false>(row, nullptr, values.columns, lanes);
        else
            include_row<true>(row, mask.data + i * mask.stride, values.columns, lanes);
    }
    for (const float low : lanes.low)
        all.low = std::min(all.low, low);
    for (const float high : lanes.high)
        all.high = std::max(all.high, high);
    return all;
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
