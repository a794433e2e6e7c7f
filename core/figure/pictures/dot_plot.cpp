#include "core/figure/pictures/dot_plot.h"

#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/value_axis.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace attn {

namespace {

constexpr float least_beside = 64; // least room for labels at the left, and for remarks at the right
constexpr float axis_room = 30;
constexpr float dot_size = 7;
constexpr float bin_width = 8;
constexpr float above_dots = 16;  // for the number of the marked dot
constexpr float below_dots = 10;  // for mean and standard deviation
constexpr float number_room = 16; // for the number of the marked dot, above the dots
constexpr float ticks_apart = 72;

class StripsLayout : Canvas {
public:
    StripsLayout(DisplayList& list, const DrawContext& drawing, const Box& area, const std::vector<Strip>& strips)
        : Canvas(list, drawing, area), strips_(strips) {
        float left = least_beside;
        // The axis stays where it is while a value is dragged, however long the remarks get.
        float right = on_paper() ? least_beside : width_of("mean −888.88", bold()) + space::large;
        for (const Strip& strip : strips) {
            left = std::max(left, width_of(strip.label, {.weight = FontWeight::medium}) + space::large);
            for (const std::string& remark : strip.remarks)
                right = std::max(right, width_of(remark, bold()) + space::large);
        }
        axis_ = {area.x + left, area.y, std::max(bin_width, area.width - left - right), area.height - axis_room};
        find_ends();
        for (const Strip& strip : strips) {
            bins_.push_back(binned(strip));
            for (const auto& [bin, dots] : bins_.back())
                fullest_ = std::max(fullest_, dots.size());
        }
    }

    float least_height() const {
        constexpr float least_dots = 2 * dot_size;
        const float dots = std::max(least_dots, static_cast<float>(fullest_) * dot_size);
        return axis_room + static_cast<float>(strips_.size()) * (dots + number_room + above_dots + below_dots);
    }

    void add() {
        add_axis();
        for (std::size_t i = 0; i < strips_.size(); ++i)
            add_strip(strips_[i], bins_[i], ground_of(i));
        add_marks();
    }

private:
    using Bins = std::map<long, std::vector<const Dot*>>;

    void find_ends() {
        for (const Strip& strip : strips_)
            for (const Dot& dot : strip.dots) {
                low_ = std::min(low_, static_cast<double>(dot.value));
                high_ = std::max(high_, static_cast<double>(dot.value));
            }
        if (low_ == high_)
            high_ = 1;
        const double margin = (high_ - low_) * 0.03;
        low_ -= margin;
        high_ += margin;
        largest_ = static_cast<float>(std::max(std::abs(low_), std::abs(high_)));
        for (const Strip& strip : strips_) { // mean ± deviation may reach beyond all dots
            low_ = std::min(low_, strip.mean - strip.deviation - margin);
            high_ = std::max(high_, strip.mean + strip.deviation + margin);
        }
        put_ticks_on_pixels();
    }

    /// Moves and stretches the axis by less than a pixel from tick to tick, so that ticks lie on whole pixels and dots
    /// exactly between them.
    void put_ticks_on_pixels() {
        const auto left = static_cast<double>(axis_.x);
        const auto width = static_cast<double>(axis_.width);
        step_ = round_step((high_ - low_) * static_cast<double>(ticks_apart) / width);
        const double each = std::floor(step_ * width / (high_ - low_)) / step_; // pixels per 1
        const double first = std::ceil(low_ / step_) * step_;
        const double place = std::ceil(left + (first - low_) * each - 0.5) + 0.5;
        low_ = first - (place - left) / each;
        high_ = low_ + width / each;
    }

    long bin_of(float value) const {
        return rounded_to<long>((place(static_cast<double>(value)) - axis_.x) / bin_width);
    }

    ValueAxis axis_at(float y) const { return {low_, high_, {axis_.x, y}, {axis_.right(), y}}; }
    float place(double value) const { return axis_at(0).place(value).x; }

    float strip_height() const { return axis_.height / static_cast<float>(strips_.size()); }
    float room_for_dots() const { return strip_height() - above_dots - below_dots; }
    float ground_of(std::size_t strip) const {
        return std::floor(axis_.y + static_cast<float>(strip + 1) * strip_height() - below_dots);
    }

    Bins binned(const Strip& strip) const {
        Bins bins;
        for (const Dot& dot : strip.dots)
            bins[bin_of(dot.value)].push_back(&dot);
        return bins;
    }

    /// True if all strips have room to stack their dots at full size, so that equal heights mean equal numbers of dots.
    bool as_dots() const { return static_cast<float>(fullest_) * dot_size <= room_for_dots(); }

    Colour fill_of(float value) const {
        const Palette palette = view().grey ? Palette::grey : Palette::diverging;
        return colour_map(palette, view().look)
            .at(value, Range{-largest_, largest_, -largest_, largest_, RangeSource::this_stage});
    }

    void add_strip(const Strip& strip, const Bins& bins, float ground) {
        add_line({axis_.x, ground + 0.5F}, {axis_.right(), ground + 0.5F}, {theme_.hairline, 1});
        for (const auto& [bin, dots] : bins)
            as_dots() ? add_dots(dots, ground) : add_bar(bin, dots, ground);
        if (!strip.dots.empty())
            add_deviation(strip, ground);
        add_text_about({axis_.x - space::medium, ground - space::small}, strip.label, theme_.ink,
                       {.weight = FontWeight::medium}, Horizontal::right);
        float y = ground - space::small - 16 * static_cast<float>(strip.remarks.size() - 1);
        bool is_first = true;
        for (const std::string& remark : strip.remarks) {
            add_text_about({axis_.right() + space::large, y}, remark, is_first ? theme_.ink : theme_.dim,
                           is_first ? bold() : small());
            y += 16;
            is_first = false;
        }
    }

    /// Adds the dots of a bin, each at the x of its number. Dots that would overlap are stacked.
    void add_dots(const std::vector<const Dot*>& dots, float ground) {
        float y = ground - dot_size;
        for (const Dot* dot : dots) {
            const Point middle{place(static_cast<double>(dot->value)), y + dot_size / 2};
            add_dot(*dot, middle, dot_size - 1, {faded(theme_.ink, 0.5F), 1});
            y -= dot_size;
        }
    }

    void add_dot(const Dot& dot, Point middle, float size, const Stroke& edge) {
        Item& mark = add_disc(middle, size, fill_of(dot.value), edge);
        mark.target = dot.cell;
        mark.says = ShownMeasure{dot.cell, Measure::place};
    }

    void add_bar(long bin, const std::vector<const Dot*>& dots, float ground) {
        const float height = static_cast<float>(dots.size()) / static_cast<float>(fullest_) * room_for_dots();
        add_box({axis_.x + (static_cast<float>(bin) - 0.5F) * bin_width, ground - std::max(1.0F, height), bin_width - 1,
                 std::max(1.0F, height)},
                fill_of(dots.front()->value), {faded(theme_.ink, 0.35F), 1});
    }

    /// Adds a line from mean − standard deviation to mean + standard deviation, with a mark at the mean.
    void add_deviation(const Strip& strip, float ground) {
        const float y = ground + below_dots / 2 + 0.5F;
        const float from = place(strip.mean - strip.deviation);
        const float to = place(strip.mean + strip.deviation);
        add_line({from, y}, {to, y}, {theme_.ink, 2});
        for (const float x : {from, to})
            add_line({x, y - 3}, {x, y + 3}, {theme_.ink, 1});
        add_disc({place(strip.mean), y}, 5, theme_.ink);
    }

    void add_axis() {
        const float y = std::floor(axis_.bottom() + below_dots);
        add_line({axis_.x, y + 0.5F}, {axis_.right(), y + 0.5F}, {theme_.connector, 1});
        const ValueAxis values = axis_at(y);
        for (const Tick& tick : ticks_of(values, step_)) {
            add_tick_mark(list_, values, tick.value, theme_.connector);
            add_tick_label(list_, values, tick, theme_.dim).says = ShownTick{tick.value};
            if (tick.value == 0)
                add_line_of_zero(place(0), y);
        }
    }

    /// Adds the vertical line at zero, with gaps for the marked numbers.
    void add_line_of_zero(float x, float foot) {
        float from = axis_.y;
        for (std::size_t i = 0; i < strips_.size(); ++i) {
            if (chosen_of(i) == nullptr)
                continue;
            const float value = chosen_of(i)->value;
            const float middle = number_of(i, value);
            if (std::abs(place(static_cast<double>(value)) - x) > number_width(value) / 2 + space::tiny)
                continue;
            add_line({x, from}, {x, std::max(from, middle - 7)}, {theme_.hairline, 1});
            from = middle + 7;
        }
        add_line({x, from}, {x, foot}, {theme_.hairline, 1});
    }

    /// The marked dot of a strip; null if none is marked.
    const Dot* chosen_of(std::size_t strip) const {
        const Index chosen = strips_[strip].chosen;
        return chosen < 0 ? nullptr : &strips_[strip].dots.at(static_cast<std::size_t>(chosen));
    }

    float number_width(float value) const {
        return width_of(display_number(value, view().decimals), bold(type_size::small));
    }

    /// Adds the marked dots, each at its exact place, and the line that joins them.
    void add_marks() {
        std::vector<Point> way;
        for (std::size_t i = 0; i < strips_.size(); ++i) {
            if (chosen_of(i) == nullptr)
                continue;
            const float value = chosen_of(i)->value;
            // The line ends above the number of the lower dot.
            const float end = i == 0 ? ground_of(i) : number_of(i, value) - type_size::small / 2 - space::tiny;
            way.push_back({place(static_cast<double>(value)), end});
        }
        if (way.size() == strips_.size() && way.size() > 1)
            add_way(way, {theme_.ink, 1, LineStyle::dashed});
        for (std::size_t i = 0; i < strips_.size(); ++i)
            if (const Dot* const dot = chosen_of(i))
                add_mark(i, *dot);
    }

    /// The y of the middle of the marked dot's number, above all dots that it would cover.
    float number_of(std::size_t strip, float value) const {
        return ground_of(strip) - height_near(strip, value) - space::tiny - 7;
    }

    /// The height of the dots or bars that the number, as wide as it is, would cover.
    float height_near(std::size_t strip, float value) const {
        const auto beside = to_integer<long>(std::ceil(number_width(value) / 2 / bin_width)) + 1;
        std::size_t most = 0;
        for (const auto& [bin, dots] : bins_[strip])
            if (std::abs(bin - bin_of(value)) <= beside)
                most = std::max(most, dots.size());
        const auto count = static_cast<float>(most);
        return as_dots() ? count * dot_size : count / static_cast<float>(fullest_) * room_for_dots();
    }

    void add_mark(std::size_t strip, const Dot& dot) {
        const float x = place(static_cast<double>(dot.value));
        const float ground = ground_of(strip);
        const float middle = number_of(strip, dot.value);
        add_line({x, middle + 7}, {x, ground}, {theme_.ink, 1});
        add_dot(dot, {x, ground - dot_size / 2}, dot_size + 2, {theme_.ink, 2});
        add_text_about({bounded(x, axis_.x + space::large, axis_.right() - space::large), middle},
                       display_number(dot.value, view().decimals), theme_.ink, bold(type_size::small),
                       Horizontal::centre)
            .says = ShownNumber{.cell = dot.cell};
    }

    const std::vector<Strip>& strips_;
    Box axis_;
    double low_ = 0;
    double high_ = 0;
    float largest_ = 0; ///< largest magnitude, for the colours
    double step_ = 1;   ///< distance of ticks
    std::vector<Bins> bins_;
    std::size_t fullest_ = 1;
};

} // namespace

float least_strips_height(const DrawContext& drawing, float width, const std::vector<Strip>& strips) {
    DisplayList none;
    return StripsLayout(none, drawing, {0, 0, width, 0}, strips).least_height();
}

void add_strips(DisplayList& list, const DrawContext& drawing, const Box& area, const std::vector<Strip>& strips) {
    StripsLayout(list, drawing, area, strips).add();
}

} // namespace attn
