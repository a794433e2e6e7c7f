#include "core/figure/colour_map.h"

#include "core/figure/geometry.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace attn {

namespace {

Range range_over(const Extremes& extremes, Palette palette, RangeSource source) {
    Range range{.low = 0, .high = 1, .data_low = 0, .data_high = 0, .source = source};
    if (extremes.low <= extremes.high) {
        range.data_low = extremes.low;
        range.data_high = extremes.high;
    }
    if (shows_shares(palette)) {
        // Attention weights lie between 0 and 1, but a pinned cell may not; then the colours reach up to its number.
        range.low = std::min(0.0F, range.data_low);
        range.high = std::max(1.0F, range.data_high);
        return range;
    }
    const float reach = std::max(std::abs(range.data_low), std::abs(range.data_high));
    range.high = reach > 0 ? reach : 1;
    range.low = -range.high;
    return range;
}

} // namespace

Range range_of(ConstView values, Palette palette, ConstView mask) {
    return range_of(finite_extremes({values, mask}), palette);
}

Range range_of(const Extremes& ends, Palette palette) {
    return range_over(ends, palette, RangeSource::this_matrix);
}

Range range_of(std::span<const ConstView> heads, Palette palette, std::span<const ConstView> masks) {
    assert(masks.empty() || masks.size() == 1 || masks.size() == heads.size());
    Extremes extremes;
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const Extremes one =
            finite_extremes({heads[h], masks.empty() ? ConstView{} : masks[masks.size() == 1 ? 0 : h]});
        extremes = {std::min(extremes.low, one.low), std::max(extremes.high, one.high)};
    }
    return range_over(extremes, palette, RangeSource::this_stage);
}

Range fixed_range(float low, float high, ConstView values, ConstView mask) {
    Range range = range_of(values, Palette::diverging, mask);
    range.low = low;
    range.high = high;
    range.source = RangeSource::fixed;
    return range;
}

namespace {

/// The colour at `share` (0 to 1) of viridis (Smith and van der Walt, 2015, CC0). Its steps look equal in colour and in
/// grey.
Colour viridis_at(float share) {
    constexpr std::array<std::uint32_t, 9> colours{0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c,
                                                   0x28ae80, 0x5ec962, 0xaddc30, 0xfde725};
    const float place = share * static_cast<float>(colours.size() - 1);
    const std::size_t before = std::min(to_integer<std::size_t>(place), colours.size() - 2);
    return mixed(rgb(colours.at(before)), rgb(colours.at(before + 1)), place - static_cast<float>(before));
}

} // namespace

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
        case Palette::grey: // zero has the colour of the ground, and larger magnitudes are darker; hatching shows the
                            // sign
            colours_[i] = mixed(colours.grey_low, colours.grey_high, std::abs(2 * share - 1));
            break;
        case Palette::grey_attention:
            colours_[i] = mixed(colours.grey_low, colours.grey_high, share);
            break;
        case Palette::viridis:
        case Palette::viridis_attention:
            colours_[i] = viridis_at(share);
            break;
        }
        packed_[i] = packed(colours_[i]);
    }
}

Colour ColourMap::at_share(float share) const {
    return colours_[rounded_to<std::size_t>(bounded(share, 0.0F, 1.0F) * static_cast<float>(steps - 1))];
}

Colour ColourMap::at(float value, const Range& range) const {
    const Theme& colours = theme(look_);
    if (is_grey(palette_) && !std::isfinite(value))
        return colours.grey_high; // the cell itself says NaN, ∞ or −∞
    if (std::isnan(value))
        return colours.not_a_number;
    if (std::isinf(value))
        return value > 0 ? colours.plus_infinity : colours.minus_infinity;
    const double width = static_cast<double>(range.high) - static_cast<double>(range.low);
    // The range has width 0, or a width that is no number, so all numbers get the middle colour.
    if (!(width > 0) || !std::isfinite(width))
        return at_share(0.5F);
    const double scaled = (static_cast<double>(value) - static_cast<double>(range.low)) * (steps - 1) / width + 0.5;
    return colours_[std::min(to_integer<std::size_t>(scaled), steps - 1)];
}

const ColourMap& colour_map(Palette palette, Look look) {
    constexpr std::size_t palettes = 6;
    static const std::array maps{
        ColourMap(Palette::diverging, Look::light), ColourMap(Palette::attention, Look::light),
        ColourMap(Palette::grey, Look::light),      ColourMap(Palette::grey_attention, Look::light),
        ColourMap(Palette::viridis, Look::light),   ColourMap(Palette::viridis_attention, Look::light),
        ColourMap(Palette::diverging, Look::dark),  ColourMap(Palette::attention, Look::dark),
        ColourMap(Palette::grey, Look::dark),       ColourMap(Palette::grey_attention, Look::dark),
        ColourMap(Palette::viridis, Look::dark),    ColourMap(Palette::viridis_attention, Look::dark),
    };
    return maps.at(static_cast<std::size_t>(look) * palettes + static_cast<std::size_t>(palette));
}

void colourise(ConstView values, const ColourMap& map, const Range& range, std::span<std::uint32_t> pixels,
               ConstView mask, bool transposed) {
    assert(static_cast<Index>(pixels.size()) >= values.rows * values.columns);
    constexpr double last = ColourMap::steps - 1;
    const double low = range.low;
    const double width = static_cast<double>(range.high) - low;
    // All numbers of a range with width 0 get the middle colour.
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
            *pixel = map.packed_[to_integer<std::size_t>(bounded(scaled, 0.0, last))];
        }
    }
}

float strength_of_change(float change, const Range& range) {
    const float most = std::max(std::abs(range.low), std::abs(range.high));
    if (change == 0 || !std::isfinite(change) || !(most > 0))
        return 0;
    return std::sqrt(std::min(1.0F, std::abs(change) / most));
}

void fade_to_change(ConstView changes, const Range& range, std::span<std::uint32_t> pixels, bool transposed) {
    const Index row_step = transposed ? 1 : changes.columns;
    const Index column_step = transposed ? changes.rows : 1;
    for (Index i = 0; i < changes.rows; ++i)
        for (Index j = 0; j < changes.columns; ++j) {
            std::uint32_t& pixel = pixels[static_cast<std::size_t>(i * row_step + j * column_step)];
            if (pixel == 0) // masked
                continue;
            pixel = packed(faded(unpacked(pixel), strength_of_change(changes(i, j), range)));
        }
}

} // namespace attn
