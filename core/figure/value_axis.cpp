#include "core/figure/value_axis.h"

#include "core/figure/number.h"
#include "core/figure/theme.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float mark_length = space::tiny;
constexpr float label_beside = space::small;
constexpr float label_below = 14; // distance from the axis to the middle of a label

Point outwards(TickSide side, float by) {
    switch (side) {
    case TickSide::left:
        return {-by, 0};
    case TickSide::right:
        return {by, 0};
    case TickSide::below:
        break;
    }
    return {0, by};
}

Horizontal horizontal_of(TickSide side) {
    switch (side) {
    case TickSide::left:
        return Horizontal::right;
    case TickSide::right:
        return Horizontal::left;
    case TickSide::below:
        break;
    }
    return Horizontal::centre;
}

} // namespace

Point ValueAxis::place(double value) const {
    if (!(high > low))
        return from;
    const double share = (value - low) / (high - low);
    const Point way = to - from;
    return from + Point{static_cast<float>(share * static_cast<double>(way.x)),
                        static_cast<float>(share * static_cast<double>(way.y))};
}

double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

std::vector<Tick> ticks_of(const ValueAxis& axis, double step) {
    constexpr int most_decimals = 6;
    const int decimals = std::clamp(to_integer<int>(std::ceil(-std::log10(step) - 1e-9)), 0, most_decimals);
    std::vector<Tick> ticks;
    for (double n = std::ceil(axis.low / step); n * step <= axis.high; ++n) {
        const double value = n == 0 ? 0 : n * step; // avoids −0
        ticks.push_back({value, value == 0 ? "0" : display_number(static_cast<float>(value), decimals)});
    }
    return ticks;
}

void add_tick_mark(DisplayList& list, const ValueAxis& axis, double value, Colour colour) {
    const Point at = axis.place(value);
    list.add(line(at, at + outwards(axis.side, mark_length), {colour, 1}));
}

Item& add_tick_label(DisplayList& list, const ValueAxis& axis, const Tick& tick, Colour colour) {
    const float beyond = axis.side == TickSide::below ? label_below : label_beside;
    return list.add(Text{.text = tick.label,
                         .position = axis.place(tick.value) + outwards(axis.side, beyond),
                         .font = {.size = type_size::small},
                         .colour = colour,
                         .horizontal = horizontal_of(axis.side),
                         .vertical = Vertical::middle});
}

} // namespace attn
