#pragma once

#include "core/figure/colour.h"
#include "core/figure/theme.h"
#include "core/tensor/matrix.h"
#include "core/tensor/pooling.h"

#include <array>
#include <cstdint>
#include <span>

namespace attn {

/// The colours of numbers: for signed data, which are symmetric about zero, and for attention weights. Both have a
/// palette of greys for print, and viridis.
enum class Palette : std::uint8_t { diverging, attention, grey, grey_attention, viridis, viridis_attention };

/// True if the palette is for attention weights, from 0 to 1, rather than for signed data.
constexpr bool shows_shares(Palette palette) {
    return palette == Palette::attention || palette == Palette::grey_attention || palette == Palette::viridis_attention;
}

/// The source of a range: this matrix, all matrices of the stage, or the user.
enum class RangeSource : std::uint8_t { this_matrix, this_stage, fixed };

/// The numbers at both ends of the colours, and the least and largest number of the data.
struct Range {
    float low = -1;
    float high = 1;
    float data_low = -1; ///< the least finite number that is shown
    float data_high = 1; ///< the largest finite number that is shown
    RangeSource source = RangeSource::this_matrix;
    bool operator==(const Range&) const = default;
};

/// The range of one matrix: symmetric about zero for signed data, 0 to 1 for attention weights. NaN, infinities and
/// masked cells do not count. `mask` has the matrix' shape, or no data; a cell is masked if it is −∞ there.
Range range_of(ConstView values, Palette palette, ConstView mask = {});

/// The range of one matrix with these extremes.
Range range_of(const Extremes& ends, Palette palette);

/// One range for all heads of a stage. `masks` has one mask for each matrix, one for all, or none.
Range range_of(std::span<const ConstView> heads, Palette palette, std::span<const ConstView> masks = {});

/// The range [low, high], whatever the data are. It records the least and largest number of the data.
Range fixed_range(float low, float high, ConstView values, ConstView mask = {});

/// True if the palette has only greys, for print.
constexpr bool is_grey(Palette palette) {
    return palette == Palette::grey || palette == Palette::grey_attention;
}

/// The opacity, from 0 to 1, with which a change covers the value beneath it: 0 without a change, 1 for the largest
/// change in `range`.
float strength_of_change(float change, const Range& range);

/// True if the cell is masked: `mask` has data and is −∞ there.
inline bool is_masked(ConstView mask, Index i, Index j) {
    return mask.data != nullptr && mask(i, j) == minus_infinity;
}

/// The colours of a palette in a look. They change smoothly in OKLab.
class ColourMap {
public:
    ColourMap(Palette palette, Look look);

    /// The colour of a number. Numbers beyond the range get the colour of the nearer end; NaN and infinities have
    /// colours of their own.
    Colour at(float value, const Range& range) const;
    /// The colour at `share` (0 to 1) of the way from the low end to the high end.
    Colour at_share(float share) const;

    Palette palette() const { return palette_; }
    Look look() const { return look_; }

private:
    friend void colourise(ConstView, const ColourMap&, const Range&, std::span<std::uint32_t>, ConstView, bool);

    // The number is odd, so that zero has an entry of its own in a symmetric range.
    static constexpr std::size_t steps = 1025;
    Palette palette_;
    Look look_;
    std::array<Colour, steps> colours_{};
    std::array<std::uint32_t, steps> packed_{};
};

/// The map of a palette and a look; made once.
const ColourMap& colour_map(Palette palette, Look look);

/// Colours all cells: `pixels` receives rows·columns values of R, G, B, A, row by row as shown. Masked cells become
/// transparent. `transposed` writes columns as rows.
void colourise(ConstView values, const ColourMap& map, const Range& range, std::span<std::uint32_t> pixels,
               ConstView mask = {}, bool transposed = false);

/// Makes pixels that colourise() made of `changes` as opaque as the changes are large. Cells that did not change, or
/// whose change is no finite number, become transparent.
void fade_to_change(ConstView changes, const Range& range, std::span<std::uint32_t> pixels, bool transposed);

} // namespace attn
