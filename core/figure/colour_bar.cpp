#include "core/figure/colour_bar.h"

#include "core/figure/number.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float step = 2;
constexpr float label_height = 14;
constexpr float band_overlap = 0.5F;
constexpr float ticks_apart = 28; // at least

// Zero is exact, and needs no decimals to say so.
std::string label_of(float value, int decimals) {
    return value == 0 ? "0" : display_number(value, decimals);
}

/// Of both ends. One that is small beside the other has few digits and no power of ten: cells of its colour say 0.00
/// too. Two that are different are not written alike.
std::pair<std::string, std::string> labels_of(const BarEnds& ends, int decimals) {
    constexpr float thousandth = 1e-3F;
    constexpr int most_decimals = 5;
    const float unit = std::pow(10.0F, -decimals);
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

struct Tick {
    float value = 0;
    std::string label;
};

/// The multiples of 1, 2 or 5 times a power of ten between the ends of a bar of that height, as close as they can be
/// read.
std::vector<Tick> round_ticks(double low, double high, double height) {
    const double least = (high - low) * static_cast<double>(ticks_apart) / height;
    if (!(least > 0) || !std::isfinite(least))
        return {};
    const double power = std::floor(std::log10(least));
    const double unit = std::pow(10.0, power);
    constexpr std::array factors{1.0, 2.0, 5.0, 10.0};
    const double factor = *std::ranges::find_if(factors, [&](double n) { return n == 10 || n * unit >= least; });
    const int decimals = std::max(0, -to_integer<int>(power) - (factor == 10 ? 1 : 0));
    std::vector<Tick> ticks;
    for (double n = std::ceil(low / (factor * unit)); n * factor * unit < high; ++n) {
        const auto value = static_cast<float>(n * factor * unit);
        Tick tick{value, label_of(value, decimals)};
        if (value == 0 || display_number(value, decimals) != display_number(0, decimals))
            ticks.push_back(std::move(tick));
    }
    return ticks;
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
        add_frame({0, 0, bar_.height, thickness});
        if (ends_.low < 0 && ends_.high > 0) {
            const float x = bar_.height - place(0);
            list_.add(line({x, thickness}, {x, thickness + space::tiny}, {theme_.ink, 1}));
        }
        return std::move(list_);
    }

    DisplayList lay_out() {
        for_each_band([&](float from, float length) {
            Rectangle band;
            band.box = {0, from, colour_bar_width, length};
            band.fill = colour_at(from + length / 2);
            band.overlap_below = from + length < bar_.height ? band_overlap : 0;
            list_.add(band);
        });
        add_frame({0, 0, colour_bar_width, bar_.height});
        add_label(ends_.high_label, 0);
        if (ends_.high > ends_.low)
            add_label(ends_.low_label, bar_.height);
        add_ticks();
        add_caption();
        return std::move(list_);
    }

private:
    /// From 0 at the bar's upper end to its height.
    float place(float value) const {
        const double span = static_cast<double>(ends_.high) - static_cast<double>(ends_.low);
        if (!(span > 0))
            return 0;
        const double share = (static_cast<double>(ends_.high) - static_cast<double>(value)) / span;
        return static_cast<float>(share * static_cast<double>(bar_.height));
    }

    float value_at(float y) const {
        const auto share = static_cast<double>(y / bar_.height);
        return static_cast<float>(static_cast<double>(ends_.high) * (1 - share) +
                                  static_cast<double>(ends_.low) * share);
    }

    /// Visits where each band of one colour begins, and how long it is.
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

    /// Round numbers within the bar, zero first, where no other stands in their way.
    void add_ticks() {
        std::vector<Tick> ticks = round_ticks(static_cast<double>(ends_.low), static_cast<double>(ends_.high),
                                              static_cast<double>(bar_.height));
        std::stable_partition(ticks.begin(), ticks.end(), [](const Tick& tick) { return tick.value == 0; });
        for (const Tick& tick : ticks)
            if (tick.value > ends_.low)
                add_tick(tick);
    }

    void add_tick(const Tick& tick) {
        const float y = place(tick.value);
        if (std::ranges::any_of(taken_, [&](float other) { return std::abs(other - y) < label_height; }))
            return; // a tick without a number says nothing
        list_.add(line({colour_bar_width, y}, {colour_bar_width + space::tiny, y}, {theme_.ink, 1}));
        add_label(tick.label, y);
    }

    void add_caption() {
        list_.add(Text{.text = caption_of(bar_),
                       .position = {0, bar_.height + space::medium},
                       .font = {.size = type_size::small},
                       .colour = theme_.dim,
                       .horizontal = Horizontal::left,
                       .vertical = Vertical::top});
    }

    const ColourBar& bar_;
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

BarEnds ends_of(const ColourBar& bar) {
    const Range& range = bar.range;
    BarEnds ends;
    const bool is_fixed = range.source == RangeSource::fixed; // its ends are what was asked for
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
