#include "core/figure/colour_bar.h"

#include "core/figure/number.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace attn {

namespace {

constexpr float step = 2;
constexpr float label_height = 14;

struct Ends {
    float low, high;
};

/// The numbers at which the bar begins and ends.
Ends ends_of(const ColourBar& bar) {
    const Range& range = bar.range;
    return {bounded(range.data_low, range.low, range.high), bounded(range.data_high, range.low, range.high)};
}

class BarLayout {
public:
    explicit BarLayout(const ColourBar& bar) : bar_(bar), theme_(theme(bar.look)), ends_(ends_of(bar)) {}

    DisplayList lay_out() {
        add_colours();
        add_label(ends_.high, 0, bar_.range.data_high > ends_.high ? "≥ " : "");
        if (ends_.high > ends_.low)
            add_label(ends_.low, bar_.height, bar_.range.data_low < ends_.low ? "≤ " : "");
        add_inner_label(0);
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

    void add_colours() {
        const ColourMap& map = colour_map(bar_.palette, bar_.look);
        const auto bands = std::lround(std::ceil(bar_.height / step));
        for (long i = 0; i < bands; ++i) {
            const float y = static_cast<float>(i) * step;
            Rectangle band;
            band.box = {0, y, colour_bar_width, std::min(step, bar_.height - y)};
            band.fill = map.at(value_at(y + band.box.height / 2), bar_.range);
            band.overlap_below = band.box.bottom() < bar_.height ? 0.5F : 0;
            list_.add(band);
        }
        Rectangle frame;
        frame.box = Box{0, 0, colour_bar_width, bar_.height}.grown(0.5F);
        frame.stroke = {theme_.hairline, 1};
        list_.add(frame);
    }

    void add_label(float value, float y, std::string_view sign) {
        taken_.push_back(y);
        // Zero is exact, and needs no decimals to say so.
        const std::string digits = value == 0 ? "0" : display_number(value, bar_.decimals);
        list_.add(Text{.text = std::string(sign) + digits,
                       .position = {colour_bar_width + space::small, y},
                       .font = {.size = type_size::small},
                       .colour = theme_.ink,
                       .horizontal = Horizontal::left,
                       .vertical = Vertical::middle});
    }

    /// A number within the bar, with a tick, where no other stands in its way.
    void add_inner_label(float value) {
        if (value <= ends_.low || value >= ends_.high)
            return;
        const float y = place(value);
        list_.add(line({colour_bar_width, y}, {colour_bar_width + space::tiny, y}, {theme_.ink, 1}));
        if (std::ranges::none_of(taken_, [&](float other) { return std::abs(other - y) < label_height; }))
            add_label(value, y, "");
    }

    std::string caption() const {
        if (!bar_.caption.empty())
            return bar_.caption;
        const bool shares = shows_shares(bar_.palette) && bar_.range.low == 0 && bar_.range.high == 1;
        return shares ? "of 0 to 1" : range_caption(bar_.range, bar_.decimals);
    }

    void add_caption() {
        list_.add(Text{.text = caption(),
                       .position = {0, bar_.height + space::medium},
                       .font = {.size = type_size::small},
                       .colour = theme_.dim,
                       .horizontal = Horizontal::left,
                       .vertical = Vertical::top});
    }

    const ColourBar& bar_;
    const Theme& theme_;
    Ends ends_;
    DisplayList list_;
    std::vector<float> taken_;
};

} // namespace

DisplayList lay_out(const ColourBar& bar) {
    return BarLayout(bar).lay_out();
}

std::string range_caption(const Range& range, int decimals) {
    switch (range.source) {
    case RangeSource::this_matrix:
        return "this matrix";
    case RangeSource::this_stage:
        return "all heads";
    case RangeSource::fixed:
        return fmt::format("fixed {} to {}", fixed_number(range.low, decimals), fixed_number(range.high, decimals));
    }
    return {};
}

} // namespace attn
