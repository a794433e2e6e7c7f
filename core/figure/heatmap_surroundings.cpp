#include "core/figure/heatmap_surroundings.h"

#include "core/figure/colour_bar.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace attn {

namespace {

/// The height of a line of text above and below its letters.
constexpr float beyond_letters = 4;
constexpr float height_of_others = 40; // height of the second colour bar
constexpr float room_of_others = space::large + height_of_others + colour_bar_caption;

bool keeps_room_for_others(const HeatmapOptions& options) {
    return options.bar_of_others || !options.longest_caption.empty();
}

/// The height that is needed beneath the first bar.
float room_beneath(const HeatmapOptions& options) {
    return colour_bar_caption + (keeps_room_for_others(options) ? room_of_others : 0);
}

float height_of_bar(const HeatmapOptions& options, float height) {
    constexpr float of_cells = 0.7F;
    const float wanted = keeps_room_for_others(options) ? height - room_beneath(options) : height * of_cells;
    return std::round(std::clamp(wanted, lowest_colour_bar, tallest_colour_bar));
}

class Surroundings {
public:
    Surroundings(Heatmap& heatmap, const HeatmapOptions& options, const Typesetter& typesetter)
        : heatmap_(heatmap), options_(options), typesetter_(typesetter), theme_(theme(options.look)) {}

    void add_axes(const CellBlock& seen) {
        const AxisExtent down{heatmap_.rows, options_.cell_height, seen.first_row, seen.last_row, options_.first_cell};
        const AxisExtent across{heatmap_.columns, options_.cell_width, seen.first_column, seen.last_column,
                                options_.first_cell};
        add_axis(options_.rows, AxisSide::left, down, heatmap_.cells.width, nullptr);
        add_axis(options_.columns, options_.columns_above ? AxisSide::above : AxisSide::below, across,
                 heatmap_.cells.height, &columns_reach_);
    }

    void add_name() {
        if (options_.name_place == NamePlace::none)
            return;
        const Typeset& name = options_.name;
        Text shape{
            .text = shape_text(options_), .position = {}, .font = {.size = type_size::small}, .colour = theme_.dim};
        Point baseline{0, -(options_.columns_above ? columns_reach_ : 0) - space::small - name.descent};
        if (options_.name_place == NamePlace::right) {
            baseline = {heatmap_.cells.right() + space::medium, name.ascent};
            shape.position = baseline + Point{0, name.descent + space::tiny + type_size::small};
            name_width_ = space::medium + std::max(name.width, options_.shape ? typesetter_.measure(shape).width : 0);
        } else {
            shape.position = baseline + Point{name.width + space::medium, 0};
        }
        const bool is_named = options_.first_cell && options_.heads.empty() && !options_.is_part;
        const Statement says =
            is_named ? Statement(ShownName{*options_.first_cell, options_.numbers_are.is_change}) : Statement();
        const std::size_t mark = heatmap_.list.items.size();
        heatmap_.list.append(name.list, baseline);
        if (heatmap_.list.items.size() > mark)
            heatmap_.list.items[mark].says = says;
        if (options_.shape)
            heatmap_.list.add(std::move(shape)).says = is_named ? says : what_shape_says(options_);
    }

    /// Adds the colour bar to the right of the cells, centred beside them, and the second bar beneath it.
    void add_colour_bar() {
        const float height = heatmap_.cells.height;
        float x = heatmap_.cells.right() + name_width_ + beside_colour_bar;
        const float y = top_of_bars(options_, height);
        const DisplayList bars = lay_out_bars(options_, height);
        const Box taken = bounds(bars, typesetter_).moved({x, y});
        const Box kept{taken.x - space::medium, taken.y, taken.width + space::medium, taken.height - beyond_letters};
        if (columns_title_ && !common(kept, *columns_title_).empty()) // the title is wider than the columns
            x = columns_title_->right() + space::large;
        heatmap_.list.append(bars, {x, y});
    }

private:
    bool is_cut(const Text& title) const {
        const Box box = typesetter_.box(title);
        const Box seen = common(*options_.visible, box);
        constexpr float along = 1;
        return seen.width < box.width - (title.direction == Direction::upright ? beyond_letters : along) ||
               seen.height < box.height - (title.direction == Direction::upright ? along : beyond_letters);
    }

    /// The distance by which the columns' title moves down, so that it does not touch the rows' title, which may be
    /// longer than the rows.
    float down_to_clear_the_rows_title(const Box& title) const {
        constexpr float apart = space::small;
        if (!rows_title_ || common(title, rows_title_->grown(apart)).empty())
            return 0;
        return rows_title_->bottom() + apart - title.y;
    }

    /// Adds labels and title of an axis. A title that would be cut off is left out, since the words at the cells say as
    /// much.
    void add_axis(const AxisLabels& axis, AxisSide side, const AxisExtent& extent, float beside, float* reach) {
        DisplayList list = lay_out_axis(axis, side, extent, beside, theme_, typesetter_, reach);
        if (axis.title.empty()) {
            heatmap_.list.append(list);
            return;
        }
        bool is_left_out = false;
        list.items.back().says = ShownClaims{{{axis.title, Always{"it names what is counted along the axis"}}}};
        list.items.back().change_any<Text>([&](Text& title) {
            if (side == AxisSide::left)
                rows_title_ = typesetter_.box(title);
            else
                title.position.y += down_to_clear_the_rows_title(typesetter_.box(title));
            is_left_out = options_.visible && is_cut(title);
            if (side == AxisSide::below && !is_left_out)
                columns_title_ = typesetter_.box(title);
        });
        if (is_left_out)
            list.items.pop_back();
        heatmap_.list.append(list);
    }

    Heatmap& heatmap_;
    const HeatmapOptions& options_;
    const Typesetter& typesetter_;
    const Theme& theme_;
    float columns_reach_ = 0;
    std::optional<Box> rows_title_;    ///< box of the rows' title
    std::optional<Box> columns_title_; ///< box of the columns' title beneath the cells
    float name_width_ = 0;
};

} // namespace

DisplayList lay_out_bars(const HeatmapOptions& options, float height, float room) {
    constexpr float least = 16;
    constexpr float beyond_ends = 8; // height of half a label at the bar's upper end
    ColourBar bar = colour_bar_of(options);
    bar.height = height_of_bar(options, height);
    const float all = bar.height + colour_bar_caption + beyond_ends + (options.bar_of_others ? room_of_others : 0);
    const float less = std::max(0.0F, all - room) / (options.bar_of_others ? 2 : 1); // height that each bar has to give
    bar.height = std::max(std::min(bar.height, least), bar.height - less);
    DisplayList bars = lay_out(bar);
    if (options.bar_of_others) {
        ColourBar others = *options.bar_of_others;
        others.height = std::max(least, height_of_others - less);
        bars.append(lay_out(others), {0, bar.height + colour_bar_caption + space::large});
    }
    return bars;
}

float top_of_bars(const HeatmapOptions& options, float height) {
    const float bar = height_of_bar(options, height);
    const float spare = height - bar - room_beneath(options);
    const float least = options.bar_reaches_up ? spare : 0;
    return spare < 0 ? least : std::round(std::min((height - bar) / 2, spare));
}

void add_surroundings(Heatmap& heatmap, const HeatmapOptions& options, const CellBlock& seen,
                      const Typesetter& typesetter) {
    Surroundings surroundings(heatmap, options, typesetter);
    surroundings.add_axes(seen);
    surroundings.add_name();
    if (options.colour_bar)
        surroundings.add_colour_bar();
}

} // namespace attn
