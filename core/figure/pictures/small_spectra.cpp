#include "core/figure/pictures/small_spectra.h"

#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

constexpr float title_of_heads = 16;
constexpr float narrowest = 28;
constexpr float widest_plot = 72;
constexpr float named = 30; // height with room for the head's number

Index heads_a_row(const DrawContext& drawing, float width) {
    const Index heads = drawing.sizes().H;
    const auto most = std::max<Index>(1, static_cast<Index>((width + space::small) / (narrowest + space::small)));
    const Index rows = (heads + most - 1) / most;
    return (heads + rows - 1) / rows; // so that all lines have about equally many heads
}

float rows_of_heads(const DrawContext& drawing, float width) {
    const Index a_row = heads_a_row(drawing, width);
    const Index rows = (drawing.sizes().H + a_row - 1) / a_row;
    return static_cast<float>(rows);
}

class SmallSpectra : Canvas {
public:
    SmallSpectra(DisplayList& list, const DrawContext& drawing, const SpectraOfHeads& heads, const Box& box)
        : Canvas(list, drawing, box), heads_(heads) {}

    void add() {
        add_claim({area_.x, area_.y + 10},
                  {"all heads, on one scale", Always{"it says how the heads are drawn, and nothing of their values"}},
                  theme_.dim, small());
        const Index a_row = heads_a_row(drawing_, area_.width);
        const float step = std::floor((area_.width + space::small) / static_cast<float>(a_row));
        const Point size{std::min(widest_plot, step - space::small),
                         fitting_small_spectrum(drawing_, area_.width, area_.height)};
        for (Index head = 0; head < drawing_.sizes().H; ++head) {
            const Index row = head / a_row;
            const Point place{static_cast<float>(head % a_row), static_cast<float>(row)};
            add_head(head, {area_.x + place.x * (size.x + space::small),
                            area_.y + title_of_heads + place.y * (size.y + space::small), size.x, size.y});
        }
    }

private:
    void add_head(Index head, const Box& box) {
        add_place(box, fmt::format("action:head/{}", head + 1));
        const bool is_in_sight = head == view().head;
        const Colour ink = is_in_sight ? theme_.ink : theme_.dim;
        const float above = box.height >= named ? 14 : 0;
        const bool has_rank = box.height >= SmallSpectrum::ranked;
        const Box plot{box.x, box.y + above, box.width, box.height - above - (has_rank ? 14.0F : 2.0F)};
        if (const Spectrum* const spectrum = heads_.found(head)) {
            const bool is_present = heads_.of(head).is_present;
            Canvas::add(silhouette(spectrum->values, plot, colour_of_spectrum(drawing_, is_present)));
            if (has_rank && is_present)
                add_text({box.x, box.bottom()}, display_number(static_cast<float>(spectrum->effective_rank), 1),
                         theme_.dim, small());
        }
        add_box({plot.x, plot.bottom(), plot.width, is_in_sight ? 2.0F : 1.0F},
                is_in_sight ? theme_.ink : theme_.connector);
        if (above > 0)
            add_text({box.x, box.y + 10}, std::to_string(head_number(drawing_.session, head)), ink,
                     is_in_sight ? bold(type_size::small) : small());
    }

    /// The outline of all bars side by side. It ends where bars are too low to be seen.
    Path silhouette(const std::vector<double>& values, const Box& plot, Colour colour) const {
        constexpr float seen = 0.2F;
        std::vector<Point> corners{{plot.x, plot.bottom()}};
        const float step = plot.width / static_cast<float>(values.size());
        float end = plot.x;
        const ValueAxis axis = axis_of_values(heads_, plot);
        for (const double value : values) {
            const float top = axis.place(value).y;
            if (plot.bottom() - top < seen)
                break;
            corners.push_back({end, top});
            end += step;
            corners.push_back({end, top});
        }
        corners.push_back({end, plot.bottom()});
        return filled(std::move(corners), colour);
    }

    const SpectraOfHeads& heads_;
};

} // namespace

float small_spectra_height(const DrawContext& drawing, float width, float each) {
    return drawing.sizes().H == 1 ? 0 : title_of_heads + rows_of_heads(drawing, width) * (each + space::small);
}

float fitting_small_spectrum(const DrawContext& drawing, float width, float height) {
    const float each = std::floor((height - title_of_heads) / rows_of_heads(drawing, width)) - space::small;
    return bounded(each, SmallSpectrum::lowest, SmallSpectrum::tallest);
}

void add_small_spectra(DisplayList& list, const DrawContext& drawing, const SpectraOfHeads& heads, const Box& box) {
    if (drawing.sizes().H > 1)
        SmallSpectra(list, drawing, heads, box).add();
}

Colour colour_of_spectrum(const DrawContext& drawing, bool is_present) {
    if (!is_present)
        return drawing.theme().connector;
    return drawing.view_state.grey ? drawing.theme().dim : drawing.theme().positive;
}

ValueAxis axis_of_values(const SpectraOfHeads& heads, const Box& plot) {
    return {0, heads.largest, {plot.x, plot.bottom()}, {plot.x, plot.y}, TickSide::left};
}

} // namespace attn
