#pragma once

#include "core/figure/colour.h"
#include "core/figure/theme.h"
#include "core/tensor/matrix.h"
#include "core/tensor/pooling.h"

#include <array>
#include <cstdint>
#include <span>

namespace attn {

/// The colours of numbers: signed data about zero, or shares of attention; for both there are greys for print, and
/// viridis.
enum class Palette : std::uint8_t { diverging, attention, grey, grey_attention, viridis, viridis_attention };

/// True if the palette is for attention weights, from 0 to 1, rather than for signed data.
constexpr bool shows_shares(Palette palette) {
    return palette == Palette::attention || palette == Palette::grey_attention || palette == Palette::viridis_attention;
}

/// The source of a range: this matrix, all of this stage, or the user.
enum class RangeSource : std::uint8_t { this_matrix, this_stage, fixed };

/// The numbers that the colours are stretched over, and the true ends of the data shown.
struct Range {
    float low = -1;
    float high = 1;
    float data_low = -1; ///< least finite number shown
    float data_high = 1; ///< largest
    RangeSource source = RangeSource::this_matrix;
    bool operator==(const Range&) const = default;
};

/// The range of one matrix. Signed: symmetric about zero; shares: 0 to 1. NaN, infinities and masked
/// cells do not count. `mask` has the matrix' shape, or no data; a cell is masked where it is −∞.
Range range_of(ConstView values, Palette palette, ConstView mask = {});

/// The range of one matrix whose extremes, of the numbers that count, are known.
Range range_of(const Extremes& ends, Palette palette);

/// One range over all heads of a stage; `masks` has one mask for each matrix, one for all, or none.
Range range_of(std::span<const ConstView> heads, Palette palette, std::span<const ConstView> masks = {});

/// A range stretched over [low, high] whatever the data are; the data's true ends are kept in it.
Range fixed_range(float low, float high, ConstView values, ConstView mask = {});

/// True if the palette has only greys, for print.
constexpr bool is_grey(Palette palette) {
    return palette == Palette::grey || palette == Palette::grey_attention;
}

/// The opacity, from 0 to 1, with which a change covers the value beneath it: 0 without a change, 1 for the largest in
/// `range`.
float strength_of_change(float change, const Range& range);

/// True if the cell is masked: `mask` has data and is −∞ there.
inline bool is_masked(ConstView mask, Index i, Index j) {
    return mask.data != nullptr && mask(i, j) == minus_infinity;
}

/// The colours of one palette in one look, smooth in OKLab.
class ColourMap {
public:
    ColourMap(Palette palette, Look look);

    /// The colour of a number; beyond the range, that of the nearer end. NaN and infinities have their own.
    Colour at(float value, const Range& range) const;
    /// The colour at `share` (0 to 1) of the way from the low end to the high end.
    Colour at_share(float share) const;

    Palette palette() const { return palette_; }
    Look look() const { return look_; }

private:
    friend void colourise(ConstView, const ColourMap&, const Range&, std::span<std::uint32_t>, ConstView, bool);

    // Odd, so that zero of a symmetric range is an entry of its own.
    static constexpr std::size_t steps = 1025;
    Palette palette_;
    Look look_;
    std::array<Colour, steps> colours_{};
    std::array<std::uint32_t, steps> packed_{};
};

/// The map of a palette and a look; made once.
const ColourMap& colour_map(Palette palette, Look look);

/// Colours every cell: `pixels` receives rows·columns values of R, G, B, A, one each cell, row by row as shown.
/// Masked cells become transparent. `transposed` writes columns as rows.
void colourise(ConstView values, const ColourMap& map, const Range& range, std::span<std::uint32_t> pixels,
               ConstView mask = {}, bool transposed = false);

/// Makes the pixels as strong as the changes that they show, which were coloured just so: where nothing changed, or
/// what is no number did, what lies beneath is seen.
void fade_to_change(ConstView changes, const Range& range, std::span<std::uint32_t> pixels, bool transposed);

} // namespace attn
