#pragma once

#include "core/figure/display_list.h"
#include "core/figure/lenses/known_spectra.h"
#include "core/figure/value_axis.h"

namespace attn {

/// How high the plot of one head among all may be.
struct SmallSpectrum {
    static constexpr float lowest = 12;
    static constexpr float ranked = 46; ///< with room for the head's number, and for its effective rank
    static constexpr float tallest = 64;
};

/// How much height all heads take with plots of that height; one head stands by itself.
float small_spectra_height(const DrawContext& drawing, float width, float each);

/// How high a plot is where all of them have that height.
float fitting_small_spectrum(const DrawContext& drawing, float width, float height);

/// The singular values of all heads, on one scale, one head beside the other.
void add_small_spectra(DisplayList& list, const DrawContext& drawing, const SpectraOfHeads& heads, const Box& box);

/// Of bars: paler while what they show is on its way.
Colour colour_of_spectrum(const DrawContext& drawing, bool is_present);
/// Up the plot, of all heads' values.
ValueAxis axis_of_values(const SpectraOfHeads& heads, const Box& plot);

} // namespace attn
