#pragma once

#include "core/figure/display_list.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// A number on an axis, and its label.
struct Tick {
    double value = 0;
    std::string label;
};

/// The side of an axis on which ticks and labels stand.
enum class TickSide : std::uint8_t { below, left, right };

/// A line for values, from left to right or from bottom to top.
struct ValueAxis {
    double low = 0;
    double high = 1;
    Point from; ///< place of `low`, in logical pixels
    Point to;   ///< place of `high`
    TickSide side = TickSide::below;

    /// The place of a value on the axis, or beyond its ends. If both ends are the same value, the beginning of the
    /// axis.
    Point place(double value) const;
};

/// The least number of the form 1, 2 or 5 times a power of ten that is at least `least`, which must be positive.
double round_step(double least);

/// The multiples of `step` from `low` to `high`, in ascending order.
std::vector<Tick> ticks_of(const ValueAxis& axis, double step);

/// Adds a short line across the axis, on its marked side.
void add_tick_mark(DisplayList& list, const ValueAxis& axis, double value, Colour colour);
/// Adds the label of a tick. The item is valid until the next one is added.
Item& add_tick_label(DisplayList& list, const ValueAxis& axis, const Tick& tick, Colour colour);

} // namespace attn
