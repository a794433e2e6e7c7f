#pragma once

#include "core/figure/display_list.h"
#include "core/figure/theme.h"

#include <string>

namespace attn {

/// The width of a colour bar in logical pixels.
constexpr float colour_bar_width = 12;
constexpr float lowest_colour_bar = 72;
constexpr float tallest_colour_bar = 176;
constexpr float colour_bar_caption = 18;                       ///< height of the line beneath the bar
constexpr float beside_colour_bar = space::huge + space::tiny; ///< gap between the bar and the matrix

/// A colour bar whose upper left corner is at (0, 0). It ends at the least and the largest number of the data, with
/// round numbers between. The line beneath it names the matrices that the range is for.
struct ColourBar {
    Range range;
    Palette palette = Palette::diverging;
    Look look = Look::light;
    float height = tallest_colour_bar;
    int decimals = 2;
    std::string caption{}; ///< text beneath the bar; empty: says for what the range is
    bool has_bands = true; ///< false: draws only the frame, to measure the bar
};

DisplayList lay_out(const ColourBar& bar);

/// Lays the bar out horizontally, as long as an upright one is high, without its numbers, which the caller writes at
/// its ends.
DisplayList lay_out_lying(const ColourBar& bar, float thickness);

/// The numbers at both ends of a bar, and their labels.
struct BarEnds {
    float low = 0;
    float high = 0;
    std::string low_label;
    std::string high_label;

    /// True if both ends are labelled. Equal labels at both ends would give two colours the same number.
    bool are_told_apart() const { return high > low && high_label != low_label; }
};
BarEnds ends_of(const ColourBar& bar);

/// The line under the bar: its caption, or "this matrix", "all heads", "fixed −2.00 to 2.00", "of 0 to 1".
std::string caption_of(const ColourBar& bar);

} // namespace attn
