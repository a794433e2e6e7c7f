#include "core/figure/colour_map.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Least and largest finite number seen so far; low > high while there is none.
struct Extremes {
    float low = infinity;
    float high = -infinity;

    void include(ConstView values, ConstView mask) {
        for (Index i = 0; i < values.rows; ++i)
            for (Index j = 0; j < values.columns; ++j)
                include(values(i, j), is_masked(mask, i, j));
    }

private:
    void include(float value, bool masked) {
        if (masked || !std::isfinite(value))
            return;
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
};

Range range_over(const Extremes& extremes, Palette palette, RangeSource source) {
    Range range{.low = 0, .high = 1, .data_low = 0, .data_high = 0, .source = source};
    if (extremes.low <= extremes.high) {
        range.data_low = extremes.low;
        range.data_high = extremes.high;
    }
    if (shows_shares(palette)) {
        // Shares lie between 0 and 1; a pinned cell may not, and then the colours reach as far as it does.
        range.low = std::min(0.0F, range.data_low);
        range.high = std::max(1.0F, range.data_high);
        return range;
    }
    const float reach = std::max(std::abs(range.data_low), std::abs(range.data_high));
    range.high = reach > 0 ? reach : 1;
    range.low = -range.high;
    return range;
}

/// How much a number must not be missed: NaN before infinities before larger magnitudes, as their bits order them.
std::int32_t weight(float value) {
    constexpr std::int32_t all_but_sign = 0x7fffffff;
    return std::bit_cast<std::int32_t>(value) & all_but_sign;
}

struct Kept {
    float value = 0;
    bool masked = true;
};

/// The first of the heaviest, without a branch that numbers decide: large matrices are reduced in each frame of a drag.
template <bool has_mask>
Kept most_visible(ConstView values, ConstView mask, Index first_row, Index last_row, Index first_column,
                  Index last_column) {
    float kept = 0;
    std::int32_t heaviest = -1;
    for (Index i = first_row; i < last_row; ++i) {
        const float* const row = values.data + i * values.stride;
        for (Index j = first_column; j < last_column; ++j) {
            const std::int32_t heavy = has_mask && is_masked(mask, i, j) ? -1 : weight(row[j]);
            kept = heavy > heaviest ? row[j] : kept;
            heaviest = heavy > heaviest ? heavy : heaviest;
        }
    }
    return {kept, heaviest < 0};
}

} // namespace

bool is_masked(ConstView mask, Index i, Index j) {
    return mask.data != nullptr && mask(i, j) == -infinity;
}

Range range_of(ConstView values, Palette palette, ConstView mask) {
    Extremes extremes;
    extremes.include(values, mask);
    return range_over(extremes, palette, RangeSource::this_matrix);
}

Range range_of(std::span<const ConstView> heads, Palette palette, std::span<const ConstView> masks) {
    assert(masks.empty() || masks.size() == 1 || masks.size() == heads.size());
    Extremes extremes;
    for (std::size_t h = 0; h < heads.size(); ++h)
        extremes.include(heads[h], masks.empty() ? ConstView{} : masks[masks.size() == 1 ? 0 : h]);
    return range_over(extremes, palette, RangeSource::this_stage);
}

Range fixed_range(float low, float high, ConstView values, ConstView mask) {
    Range range = range_of(values, Palette::diverging, mask);
    range.low = low;
    range.high = high;
    range.source = RangeSource::fixed;
    return range;
}

ColourMap::ColourMap(Palette palette, Look look) : palette_(palette), look_(look) {
    const Theme& colours = theme(look);
    for (std::size_t i = 0; i < steps; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(steps - 1);
        switch (palette) {
        case Palette::diverging:
            colours_[i] = share < 0.5F ? mixed(colours.negative, colours.zero, 2 * share)
                                       : mixed(colours.zero, colours.positive, 2 * share - 1);
            break;
        case Palette::attention:
            colours_[i] = mixed(colours.attention_low, colours.attention_high, share);
            break;
        case Palette::grey: // the ground's own for zero, darker the further from it; a sign is said otherwise
            colours_[i] = mixed(colours.grey_low, colours.grey_high, std::abs(2 * share - 1));
            break;
        case Palette::grey_attention:
            colours_[i] = mixed(colours.grey_low, colours.grey_high, share);
            break;
        }
        packed_[i] = packed(colours_[i]);
    }
}

Colour ColourMap::at_share(float share) const {
    const float clamped = share < 0 ? 0 : share > 1 ? 1 : share;
    return colours_[static_cast<std::size_t>(std::lround(clamped * static_cast<float>(steps - 1)))];
}

Colour ColourMap::at(float value, const Range& range) const {
    const Theme& colours = theme(look_);
    if (is_grey(palette_) && !std::isfinite(value))
        return colours.grey_high; // which it is stands in the cell
    if (std::isnan(value))
        return colours.not_a_number;
    if (std::isinf(value))
        return value > 0 ? colours.plus_infinity : colours.minus_infinity;
    const double width = static_cast<double>(range.high) - static_cast<double>(range.low);
    // No width, or one that is no number: there is nothing to stretch the colours over.
    if (!(width > 0) || !std::isfinite(width))
        return at_share(0.5F);
    const double scaled = (static_cast<double>(value) - static_cast<double>(range.low)) * (steps - 1) / width + 0.5;
    return colours_[static_cast<std::size_t>(scaled < 0 ? 0 : scaled > steps - 1 ? steps - 1 : scaled)];
}

const ColourMap& colour_map(Palette palette, Look look) {
    constexpr std::size_t palettes = 4;
    static const std::array maps{
        ColourMap(Palette::diverging, Look::light), ColourMap(Palette::attention, Look::light),
        ColourMap(Palette::grey, Look::light),      ColourMap(Palette::grey_attention, Look::light),
        ColourMap(Palette::diverging, Look::dark),  ColourMap(Palette::attention, Look::dark),
        ColourMap(Palette::grey, Look::dark),       ColourMap(Palette::grey_attention, Look::dark),
    };
    return maps.at(static_cast<std::size_t>(look) * palettes + static_cast<std::size_t>(palette));
}

void colourise(ConstView values, const ColourMap& map, const Range& range, std::span<std::uint32_t> pixels,
               ConstView mask, bool transposed) {
    assert(static_cast<Index>(pixels.size()) >= values.rows * values.columns);
    constexpr double last = ColourMap::steps - 1;
    const double low = range.low;
    const double width = static_cast<double>(range.high) - low;
    // A range without width has one colour, the middle one.
    const double scale = width > 0 ? last / width : 0;
    const double start = width > 0 ? 0.5 : last / 2;
    const Index row_step = transposed ? 1 : values.columns;
    const Index column_step = transposed ? values.rows : 1;
    for (Index i = 0; i < values.rows; ++i) {
        const auto row = values.row(i);
        std::uint32_t* pixel = pixels.data() + i * row_step;
        for (Index j = 0; j < values.columns; ++j, pixel += column_step) {
            const float value = row[static_cast<std::size_t>(j)];
            if (is_masked(mask, i, j)) {
                *pixel = 0;
                continue;
            }
            if (!std::isfinite(value)) {
                *pixel = packed(map.at(value, range));
                continue;
            }
            const double scaled = (static_cast<double>(value) - low) * scale + start;
            *pixel = map.packed_[static_cast<std::size_t>(scaled < 0 ? 0 : scaled > last ? last : scaled)];
        }
    }
}

Reduced reduce(ConstView values, Index rows, Index columns, ConstView mask) {
    assert(rows > 0 && columns > 0);
    const auto find = mask.data == nullptr ? most_visible<false> : most_visible<true>;
    const Index reduced_rows = (values.rows + rows - 1) / rows;
    const Index reduced_columns = (values.columns + columns - 1) / columns;
    std::vector<float> kept;
    std::vector<float> masked;
    kept.reserve(static_cast<std::size_t>(reduced_rows * reduced_columns) + 1);
    masked.reserve(static_cast<std::size_t>(reduced_rows * reduced_columns) + 1);
    for (Index i = 0; i < values.rows; i += rows)
        for (Index j = 0; j < values.columns; j += columns) {
            const Kept cell =
                find(values, mask, i, std::min(i + rows, values.rows), j, std::min(j + columns, values.columns));
            kept.push_back(cell.value);
            masked.push_back(cell.masked ? -infinity : 0.0F);
        }
    return {Matrix::adopt(std::move(kept), reduced_rows, reduced_columns),
            mask.data == nullptr ? Matrix() : Matrix::adopt(std::move(masked), reduced_rows, reduced_columns)};
}

} // namespace attn
