#pragma once

#include "core/figure/display_list.h"
#include "core/figure/theme.h"

#include <string>

namespace attn {

/// The width of a colour bar in logical pixels.
constexpr float colour_bar_width = 12;
constexpr float lowest_colour_bar = 72;
constexpr float tallest_colour_bar = 176;
constexpr float colour_bar_caption = 18;                       ///< what the line beneath takes
constexpr float beside_colour_bar = space::huge + space::tiny; ///< between it and what it is of

/// A colour bar whose upper left corner is at (0, 0): cut at the true ends of the data, with round numbers between them
/// and a line that says whose range the colours are stretched over.
struct ColourBar {
    Range range;
    Palette palette = Palette::diverging;
    Look look = Look::light;
    float height = tallest_colour_bar;
    int decimals = 2;
    std::string caption{}; ///< beneath it; empty: whose range it is
    bool has_bands = true; ///< or only its frame, where it is measured
};

DisplayList lay_out(const ColourBar& bar);

/// The bar from left to right, as long as an upright one is high, without its numbers: they stand at its sides.
DisplayList lay_out_lying(const ColourBar& bar, float thickness);

/// The numbers at which a bar begins and ends, and what is written there.
struct BarEnds {
    float low = 0;
    float high = 0;
    std::string low_label;
    std::string high_label;

    /// True if both ends get their labels: one label at both ends would give two colours the same number.
    bool are_told_apart() const { return high > low && high_label != low_label; }
};
BarEnds ends_of(const ColourBar& bar);

/// The line under the bar: its own, or "this matrix", "all heads", "fixed −2.00 to 2.00", "of 0 to 1".
std::string caption_of(const ColourBar& bar);

} // namespace attn
