#pragma once

#include "core/figure/display_list.h"
#include "core/figure/lenses/known_spectra.h"
#include "core/figure/value_axis.h"

namespace attn {

/// Heights of the plot of one head among several, in logical pixels.
struct SmallSpectrum {
    static constexpr float lowest = 12;
    static constexpr float ranked = 46; ///< with room for the head's number and its effective rank
    static constexpr float tallest = 64;
};

/// The height of the plots of all heads if each is `each` high; 0 for a single head.
float small_spectra_height(const DrawContext& drawing, float width, float each);

/// The height of each plot if the plots of all heads take `height`.
float fitting_small_spectrum(const DrawContext& drawing, float width, float height);

/// Adds the singular values of all heads, side by side on one scale.
void add_small_spectra(DisplayList& list, const DrawContext& drawing, const SpectraOfHeads& heads, const Box& box);

/// The colour of bars; pale while their values are still being computed.
Colour colour_of_spectrum(const DrawContext& drawing, bool is_present);
/// The vertical axis of a plot; the same for all heads.
ValueAxis axis_of_values(const SpectraOfHeads& heads, const Box& plot);

} // namespace attn
