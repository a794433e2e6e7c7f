#include "core/figure/colour_bar.h"

#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/value_axis.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float step = 2;
constexpr float label_height = 14;
constexpr float band_overlap = 0.5F;
constexpr float ticks_apart = 28; // the least distance between ticks (logical pixels)

// Zero is exact, so it is written without decimals.
std::string label_of(float value, int decimals) {
    return value == 0 ? "0" : display_number(value, decimals);
}

/// The labels of both ends. An end that is small beside the other gets few digits and no power of ten, as such cells
/// are written 0.00 too. Different ends get different labels.
std::pair<std::string, std::string> labels_of(const BarEnds& ends, int decimals) {
    constexpr float thousandth = 1e-3F;
    constexpr int most_decimals = 5;
    const float unit = std::pow(10.0F, static_cast<float>(-decimals));
    const bool has_unit = std::max(std::abs(ends.low), std::abs(ends.high)) >= unit;
    const auto label = [&](float value, int shown) {
        const bool is_small = has_unit && std::abs(value) < unit && value != 0;
        return is_small ? fixed_number(value, std::abs(value) < thousandth ? shown : std::max(shown, 3))
                        : label_of(value, shown);
    };
    std::pair<std::string, std::string> labels{label(ends.low, decimals), label(ends.high, decimals)};
    while (labels.first == labels.second && ends.low < ends.high && decimals < most_decimals) {
        ++decimals;
        labels = {label(ends.low, decimals), label(ends.high, decimals)};
    }
    return labels;
}

class BarLayout {
public:
    explicit BarLayout(const ColourBar& bar) : bar_(bar), theme_(theme(bar.look)), ends_(ends_of(bar)) {}

    DisplayList lay_out_lying(float thickness) {
        for_each_band([&](float from, float length) {
            Rectangle band;
            band.box = {from, 0, length, thickness};
            band.fill = colour_at(bar_.height - from - length / 2);
            band.overlap_right = from + length < bar_.height ? band_overlap : 0;
            list_.add(band);
        });
        hatch_below_zero([&](float from, float length) {
            return Box{bar_.height - from - length, 0, length, thickness};
        });
        add_frame({0, 0, bar_.height, thickness});
        if (ends_.low < 0 && ends_.high > 0)
            add_tick_mark(list_, axis({0, thickness}, {bar_.height, thickness}, TickSide::below), 0, theme_.ink);
        return std::move(list_);
    }

    DisplayList lay_out() {
        const std::vector<Tick> ticks = ticks_between();
        round_alike(ticks);
        for_each_band([&](float from, float length) {
            Rectangle band;
            band.box = {0, from, colour_bar_width, length};
            band.fill = colour_at(from + length / 2);
            band.overlap_below = from + length < bar_.height ? band_overlap : 0;
            list_.add(band);
        });
        hatch_below_zero([](float from, float length) { return Box{0, from, colour_bar_width, length}; });
        add_frame({0, 0, colour_bar_width, bar_.height});
        add_label(ends_.high_label, 0);
        if (ends_.are_told_apart())
            add_label(ends_.low_label, bar_.height);
        add_ticks(ticks);
        add_caption();
        return std::move(list_);
    }

private:
    ValueAxis axis(Point from, Point to, TickSide side) const {
        return {static_cast<double>(ends_.low), static_cast<double>(ends_.high), from, to, side};
    }

    float value_at(float y) const {
        const auto share = static_cast<double>(y / bar_.height);
        return static_cast<float>(static_cast<double>(ends_.high) * (1 - share) +
                                  static_cast<double>(ends_.low) * share);
    }

    /// Calls `visit` for each band of one colour, with its start and length.
    template <class Visit>
    void for_each_band(const Visit& visit) const {
        if (!bar_.has_bands)
            return;
        const auto bands = to_integer<long>(std::ceil(bar_.height / step));
        for (long i = 0; i < bands; ++i) {
            const float from = static_cast<float>(i) * step;
            visit(from, std::min(step, bar_.height - from));
        }
    }

    /// Hatches the part of a grey bar below zero, as cells with negative numbers are. The part is hatched in pieces,
    /// because a hatch that is visible on light greys is not on dark ones. `place(from, length)` converts a piece of an
    /// upright bar to a box in this bar.
    template <class Place>
    void hatch_below_zero(const Place& place) {
        constexpr float longest = 2 * hatch_step;
        if (bar_.palette != Palette::grey || !bar_.has_bands || !(ends_.low < 0))
            return;
        const float zero = ends_.high > 0 ? values().place(0).y : 0;
        const auto pieces = to_integer<long>(std::ceil((bar_.height - zero) / longest));
        for (long i = 0; i < pieces; ++i) {
            Rectangle piece;
            const float from = zero + static_cast<float>(i) * longest;
            const float length = std::min(longest, bar_.height - from);
            piece.box = place(from, length);
            hatch_as_negative(piece, colour_at(from + length / 2));
            list_.add(piece);
        }
    }

    Colour colour_at(float y) const { return colour_map(bar_.palette, bar_.look).at(value_at(y), bar_.range); }

    void add_frame(const Box& bar) {
        Rectangle frame;
        frame.box = bar.grown(0.5F);
        frame.stroke = {theme_.hairline, 1};
        list_.add(frame).says = ExplainedColours{bar_.palette, bar_.range};
    }

    void add_label(const std::string& label, float y) {
        taken_.push_back(y);
        list_.add(Text{.text = label,
                       .position = {colour_bar_width + space::small, y},
                       .font = {.size = type_size::small},
                       .colour = theme_.ink,
                       .horizontal = Horizontal::left,
                       .vertical = Vertical::middle});
    }

    ValueAxis values() const { return axis({colour_bar_width, bar_.height}, {colour_bar_width, 0}, TickSide::right); }

    /// The round numbers within the bar, zero first.
    std::vector<Tick> ticks_between() const {
        const ValueAxis values = this->values();
        const double least = (values.high - values.low) * static_cast<double>(ticks_apart / bar_.height);
        if (!(least > 0) || !std::isfinite(least))
            return {};
        std::vector<Tick> ticks = ticks_of(values, round_step(least));
        std::erase_if(ticks, [&](const Tick& tick) { return tick.value <= values.low || tick.value >= values.high; });
        std::stable_partition(ticks.begin(), ticks.end(), [](const Tick& tick) { return tick.value == 0; });
        return ticks;
    }

    /// Gives both ends as many decimals as the ticks between them; with fewer, an end would seem to lie elsewhere.
    void round_alike(const std::vector<Tick>& ticks) {
        for (const Tick& tick : ticks)
            if (const std::size_t point = tick.label.find('.');
                point != std::string::npos && tick.label.find('e') == std::string::npos)
                bar_.decimals = std::max(bar_.decimals, static_cast<int>(tick.label.size() - point - 1));
        ends_ = ends_of(bar_);
    }

    /// Adds the ticks whose labels do not overlap others.
    void add_ticks(const std::vector<Tick>& ticks) {
        const ValueAxis values = this->values();
        for (const Tick& tick : ticks)
            add_tick(values, tick);
    }

    void add_tick(const ValueAxis& values, const Tick& tick) {
        const float y = values.place(tick.value).y;
        if (std::ranges::any_of(taken_, [&](float other) { return std::abs(other - y) < label_height; }))
            return; // a tick without a label is no use
        if (tick.label == ends_.low_label || tick.label == ends_.high_label)
            return; // two marks with the same label would contradict each other
        taken_.push_back(y);
        add_tick_mark(list_, values, tick.value, theme_.ink);
        add_tick_label(list_, values, tick, theme_.ink);
    }

    void add_caption() {
        list_.add(Text{.text = caption_of(bar_),
                       .position = {0, bar_.height + space::medium},
                       .font = {.size = type_size::small},
                       .colour = theme_.dim,
                       .horizontal = Horizontal::left,
                       .vertical = Vertical::top});
    }

    ColourBar bar_;
    const Theme& theme_;
    BarEnds ends_;
    DisplayList list_;
    std::vector<float> taken_;
};

} // namespace

DisplayList lay_out(const ColourBar& bar) {
    return BarLayout(bar).lay_out();
}

DisplayList lay_out_lying(const ColourBar& bar, float thickness) {
    return BarLayout(bar).lay_out_lying(thickness);
}

bool are_told_apart(const BarEnds& ends) {
    return ends.high > ends.low && ends.high_label != ends.low_label;
}

BarEnds ends_of(const ColourBar& bar) {
    const Range& range = bar.range;
    BarEnds ends;
    const bool is_fixed = range.source == RangeSource::fixed; // the ends are those that the user gave
    ends.low = is_fixed ? range.low : bounded(range.data_low, range.low, range.high);
    ends.high = is_fixed ? range.high : bounded(range.data_high, range.low, range.high);
    const auto [low, high] = labels_of(ends, bar.decimals);
    ends.low_label = (range.data_low < ends.low ? "≤ " : "") + low;
    ends.high_label = (range.data_high > ends.high ? "≥ " : "") + high;
    return ends;
}

std::string caption_of(const ColourBar& bar) {
    if (!bar.caption.empty())
        return bar.caption;
    const Range& range = bar.range;
    if (shows_shares(bar.palette) && range.low == 0 && range.high == 1)
        return "of 0 to 1";
    switch (range.source) {
    case RangeSource::this_matrix:
        return "this matrix";
    case RangeSource::this_stage:
        return "all heads";
    case RangeSource::fixed:
        return fmt::format("fixed {} to {}", fixed_number(range.low, bar.decimals),
                           fixed_number(range.high, bar.decimals));
    }
    return {};
}

} // namespace attn
