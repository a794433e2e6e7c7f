#pragma once

#include "core/figure/display_list.h"
#include "core/figure/lenses/known_spectra.h"
#include "core/figure/value_axis.h"

namespace attn {

/// The heights that the plot of one head among all may have, in logical pixels.
struct SmallSpectrum {
    static constexpr float lowest = 12;
    static constexpr float ranked = 46; ///< with room for the head's number, and for its effective rank
    static constexpr float tallest = 64;
};

/// The height that all heads take with plots `each` high; a head that is alone takes none.
float small_spectra_height(const DrawContext& drawing, float width, float each);

/// The height of a plot with which all heads together take `height`.
float fitting_small_spectrum(const DrawContext& drawing, float width, float height);

/// The singular values of all heads, on one scale, one head beside the other.
void add_small_spectra(DisplayList& list, const DrawContext& drawing, const SpectraOfHeads& heads, const Box& box);

/// The colour of bars: paler while the values that they show are still being computed.
Colour colour_of_spectrum(const DrawContext& drawing, bool is_present);
/// The vertical axis of the plot, which all heads' values share.
ValueAxis axis_of_values(const SpectraOfHeads& heads, const Box& plot);

} // namespace attn
