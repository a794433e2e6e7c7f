#pragma once

#include "core/figure/display_list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// A number on an axis, and how it is written there.
struct Tick {
    double value = 0;
    std::string label;
};

/// The side of an axis on which its marks and words stand.
enum class TickSide : std::uint8_t { below, left, right };

/// A line along which values lie, from left to right or from below to above.
struct ValueAxis {
    double low = 0;
    double high = 1;
    Point from; ///< where `low` lies, in logical pixels
    Point to;   ///< and `high`
    TickSide side = TickSide::below;

    /// The place of a value on the axis, also beyond its ends. Where both ends are one value, its beginning.
    Point place(double value) const;
};

/// The least number of the form 1, 2 or 5 times a power of ten that is not below `least`, which is above 0.
double round_step(double least);

/// The multiples of `step` on the axis, its ends included, from the lowest on.
std::vector<Tick> ticks_of(const ValueAxis& axis, double step);

/// Adds a short line across the axis, at its marked side.
void add_tick_mark(DisplayList& list, const ValueAxis& axis, double value, Colour colour);
/// Writes the label of a tick beyond the tick. The item is valid until the next one is added.
Item& add_tick_label(DisplayList& list, const ValueAxis& axis, const Tick& tick, Colour colour);

} // namespace attn
