#include "core/figure/pictures/softmax_row.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <limits>

namespace attn {

namespace {

constexpr float softmax_row_left_room = 124;
constexpr float softmax_row_right_room = 190;
constexpr float strip_height = 34;
constexpr float softmax_row_largest_cell = 88;
constexpr float least_bars = 72;
constexpr float most_bars = 132;
constexpr float least_map = 72;
constexpr float most_map = 168;
/// Everything but bars and map: labels, three strips, their distances, the stacked bar and the slider.
constexpr float fixed_height = 24 + 3 * strip_height + 26 + 30 + 20 + 34 + 56;

class SoftmaxLayout {
public:
    SoftmaxLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), item_(drawing.view_state.item),
          head_(drawing.view_state.head), row_(selected_cell(drawing).row), keys_(drawing.sizes().S_k),
          masked_(row_of(ArrayId::masked)), exp_(row_of(ArrayId::exp)), A_(row_of(ArrayId::A)),
          largest_(row_of(ArrayId::row_max)(0, 0)), sum_(row_of(ArrayId::row_sum)(0, 0)) {
        if (column_role(drawing.view_state.array()) == Role::keys)
            chosen_ = selected_cell(drawing).column;
        const float room = std::max(80.0F, area.width - softmax_row_left_room - softmax_row_right_room);
        const float cell = std::min(room / static_cast<float>(keys_), softmax_row_largest_cell);
        cell_ = cell >= 3 ? std::floor(cell) : cell;
        const float used = softmax_row_left_room + softmax_row_right_room + cell_ * static_cast<float>(keys_);
        x_ = std::floor(area.x + softmax_row_left_room + std::max(0.0F, (area.width - used) * 0.3F));
        const float spare = area.height - fixed_height - turned_labels();
        map_height_ = spare - least_bars >= least_map ? std::clamp(spare * 0.5F, least_map, most_map) : 0;
        bar_height_ = std::clamp(spare - map_height_, 40.0F, most_bars);
    }

    Box add() {
        float y = area_.y + 24 + turned_labels();
        add_strip(ArrayId::masked, masked_, y, true);
        label("masked scores", fmt::format("row of {}", token_name(drawing_, false, row_)), y);
        if (!drawing_.view_state.on_paper && !drawing_.view_state.reveal)
            add_text(list_, drawing_.typesetter, {x_ + strip_width() + space::huge + 4, y + 20}, "drag any of them",
                     theme_.dim, small());
        y += strip_height;
        if (is_there(softmax_level::maximum))
            add_maximum(y);
        y += 26;
        if (is_there(softmax_level::differences)) {
            add_strip_of_differences(y);
            label("s − m", "at most 0", y);
        }
        y += strip_height + 30;
        if (is_there(softmax_level::exponentials)) {
            add_bars(y);
            label("exp(s − m)", "between 0 and 1", y + bar_height_ / 2 - strip_height / 2);
        }
        if (is_there(softmax_level::sum))
            remark(fmt::format("Σ  Z = {}", display_number(sum_, 3)),
                   sum_ == 0 ? "every key is masked" : "each bar ÷ Z = its share", y + bar_height_ / 2,
                   drawing_.view_state.step == ArrayId::row_sum);
        y += bar_height_ + 20;
        if (is_there(softmax_level::shares))
            add_shares(y);
        y += strip_height + 42;
        const Box controls{x_, y, std::max(400.0F, strip_width()), 24};
        y += drawing_.view_state.on_paper ? 0.0F : 56.0F;
        if (map_height_ > 0 && is_there(softmax_level::shares))
            add_whole(y);
        return controls;
    }

private:
    bool is_there(int level) const { return !drawing_.view_state.reveal || drawing_.view_state.reveal->level >= level; }

    void add_shares(float y) {
        add_strip(ArrayId::A, A_, y, false);
        label("A", fmt::format("÷ {}", display_number(sum_, 3)), y);
        remark(fmt::format("row sum {}", display_number(total(), 3)), entropy_line(), y + strip_height / 2 - 8, false);
        add_stacked_bar(y + strip_height + 8);
    }

    Matrix row_of(ArrayId stage) const { return drawing_.trace.matrix({stage, item_, head_}).row_block(row_, 1); }

    /// Room for labels that are turned because their cells are narrow.
    float turned_labels() const {
        const float widest = label_width(drawing_, column_axis_of(drawing_, ArrayId::A));
        return widest > cell_ ? std::clamp(widest - space::medium, 0.0F, 80.0F) : 0;
    }

    float strip_width() const { return cell_ * static_cast<float>(keys_); }

    Matrix mask_row(ArrayId stage) const {
        const Matrix mask = heat_of(drawing_, {stage, item_, head_, 0, 0}).mask;
        return mask.empty() ? mask : mask.row_block(row_, 1);
    }

    HeatmapOptions strip(ArrayId stage, const Matrix& values) const {
        HeatmapOptions options;
        options.matrix = values;
        options.mask = mask_row(stage);
        options.first_cell = CellId{stage, item_, head_, row_, 0};
        options.palette = palette_of(drawing_, stage);
        options.look = drawing_.view_state.look;
        options.numbers = drawing_.view_state.numbers;
        options.decimals = drawing_.view_state.decimals;
        options.smallest_number = drawing_.view_state.smallest_number;
        options.range = range_of(values, options.palette, options.mask);
        options.cell_width = cell_;
        options.cell_height = strip_height;
        if (chosen_ && drawing_.view_state.step == stage)
            options.outlines = {{0, *chosen_, 1, 1, Outline::Kind::strong}};
        return options;
    }

    void add_strip(ArrayId stage, const Matrix& values, float y, bool labelled) {
        HeatmapOptions options = strip(stage, values);
        if (stage == ArrayId::A)
            options.decimals = std::max(3, options.decimals);
        if (labelled) {
            options.columns = column_axis_of(drawing_, stage, chosen_);
            options.columns.title.clear();
            options.columns_above = true;
        }
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, {x_, y}, area_);
        add_pin_marks(list_, drawing_, *options.first_cell, map, {x_, y}, false);
    }

    void add_strip_of_differences(float y) {
        std::vector<float> differences;
        for (Index j = 0; j < keys_; ++j)
            differences.push_back(masked_(0, j) - largest_);
        HeatmapOptions options = strip(ArrayId::masked, Matrix::adopt(std::move(differences), 1, keys_));
        options.first_cell.reset();
        options.outlines.clear();
        list_.append(lay_out(options, drawing_.typesetter).list, {x_, y}, area_);
    }

    void label(const std::string& name, const std::string& remark, float y) {
        add_text(list_, drawing_.typesetter, {x_ - space::medium, y + 15}, name, theme_.ink,
                 {.weight = FontWeight::medium}, Horizontal::right);
        add_text(list_, drawing_.typesetter, {x_ - space::medium, y + 29}, remark, theme_.dim, small(),
                 Horizontal::right);
    }

    void remark(const std::string& name, const std::string& text, float y, bool strong) {
        const float x = x_ + strip_width() + space::huge + 4;
        add_text(list_, drawing_.typesetter, {x, y}, name, theme_.ink,
                 {.weight = strong ? FontWeight::bold : FontWeight::medium});
        add_text(list_, drawing_.typesetter, {x, y + 16}, text, theme_.dim, small());
    }

    Index place_of_maximum() const {
        for (Index j = 0; j < keys_; ++j)
            if (masked_(0, j) == largest_)
                return j;
        return 0;
    }

    void add_maximum(float y) {
        const bool strong = drawing_.view_state.step == ArrayId::row_max;
        const float from = x_ + (static_cast<float>(place_of_maximum()) + 0.5F) * cell_;
        const float to = x_ + strip_width() + space::medium;
        Path path;
        path.points = {{from, y + 3}, {from, y + 13}, {to, y + 13}};
        path.stroke = {strong ? theme_.ink : theme_.connector, 1};
        if (std::isfinite(largest_))
            list_.add(std::move(path)).clip = area_;
        add_text(list_, drawing_.typesetter, {to + space::medium, y + 17}, "max m = " + display_number(largest_, 2),
                 theme_.ink, {.weight = strong ? FontWeight::bold : FontWeight::medium});
    }

    void add_bars(float y) {
        const float foot = y + bar_height_;
        const Colour fill = colour_map(Palette::attention, drawing_.view_state.look).at_share(0.55F);
        // The tallest is 1, unless a pinned one is larger.
        float tallest = 1;
        for (Index j = 0; j < keys_; ++j)
            tallest = exp_(0, j) > tallest ? exp_(0, j) : tallest;
        for (Index j = 0; j < keys_; ++j) {
            const float share = exp_(0, j) / tallest;
            const float height = share > 0 ? std::max(1.0F, share * bar_height_) : 0;
            const float left = x_ + static_cast<float>(j) * cell_;
            const float inset = cell_ >= 12 ? std::floor(cell_ * 0.2F) : 0;
            Rectangle bar;
            bar.box = {left + inset, foot - height, cell_ - 2 * inset, height};
            bar.fill = fill;
            if (chosen_ == j)
                bar.stroke = {theme_.ink, 2};
            list_.add(bar).clip = area_;
            Rectangle place;
            place.box = {left, y - 16, cell_, bar_height_ + 16};
            list_.add(place, CellId{ArrayId::exp, item_, head_, row_, j}).clip = area_;
            if (cell_ >= measure::numbered_cell)
                add_text(list_, drawing_.typesetter, {left + cell_ / 2, foot - height - 5},
                         display_number(exp_(0, j), 3), theme_.ink, small(), Horizontal::centre);
        }
        Rectangle ground;
        ground.box = {x_, foot, strip_width(), 1};
        ground.fill = theme_.connector;
        list_.add(ground);
    }

    void add_stacked_bar(float y) {
        const ColourMap& map = colour_map(Palette::attention, drawing_.view_state.look);
        const Range range{0, 1, 0, 1, RangeSource::fixed};
        float x = x_;
        for (Index j = 0; j < keys_; ++j) {
            const float width = A_(0, j) * strip_width();
            Rectangle piece;
            piece.box = {x, y, width, 9};
            piece.fill = map.at(A_(0, j), range);
            piece.stroke = {faded(theme_.ink, width >= 3 ? 0.35F : 0.0F), 1};
            list_.add(piece).clip = area_;
            x += width;
        }
    }

    float total() const {
        float sum = 0;
        for (Index j = 0; j < keys_; ++j)
            sum += A_(0, j);
        return sum;
    }

    /// Bits, beside those of an even share among the allowed keys.
    std::string entropy_line() const {
        double bits = 0;
        Index allowed = 0;
        for (Index j = 0; j < keys_; ++j) {
            const auto share = static_cast<double>(A_(0, j));
            bits -= share > 0 ? share * std::log2(share) : 0;
            allowed += masked_(0, j) > -std::numeric_limits<float>::infinity() ? 1 : 0;
        }
        if (allowed == 0)
            return "this row is no distribution";
        return fmt::format("entropy {:.2f} bit of log₂{} = {:.2f}", std::max(0.0, bits), allowed,
                           std::log2(static_cast<double>(allowed)));
    }

    void add_whole(float y) {
        HeatmapOptions options = heat_of(drawing_, {ArrayId::A, item_, head_, 0, 0});
        const bool transposed = options.transposed;
        const Shape shape = shown_shape(options);
        const float side = std::min((map_height_ - 8) / static_cast<float>(shape.rows), 28.0F);
        options.cell_height = side >= 3 ? std::floor(side) : side;
        options.cell_width = std::min(options.cell_height, strip_width() / static_cast<float>(shape.columns));
        options.numbers = CellNumbers::never;
        options.outlines = {transposed ? Outline{0, row_, keys_, 1, Outline::Kind::strong}
                                       : Outline{row_, 0, 1, keys_, Outline::Kind::strong}};
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, {x_, y}, area_);
        const Typeset name = set_formula(drawing_, shown_symbol(drawing_, ArrayId::A), 17, theme_.ink);
        const float right = x_ + map.cells.width + space::large;
        list_.append(name.list, {right, y + name.ascent});
        add_text(list_, drawing_.typesetter, {right, y + name.ascent + 22},
                 fmt::format("{}×{}, each {} sums to 1", shape.rows, shape.columns, transposed ? "column" : "row"),
                 theme_.dim, small());
        if (!transposed && (row_ * 2 > shape.rows || shape.rows < 3))
            add_text(list_, drawing_.typesetter,
                     {right, y + (static_cast<float>(row_) + 0.5F) * options.cell_height + 4}, "← the row above",
                     theme_.dim, small());
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    Index item_;
    Index head_;
    Index row_;
    Index keys_;
    Matrix masked_;
    Matrix exp_;
    Matrix A_;
    float largest_;
    float sum_;
    std::optional<Index> chosen_;
    float cell_ = 0;
    float x_ = 0;
    float bar_height_ = 0;
    float map_height_ = 0;
};

} // namespace

bool shows_softmax_row(const DrawContext& drawing) {
    constexpr std::array all{ArrayId::row_max, ArrayId::exp, ArrayId::row_sum, ArrayId::A};
    const bool is_part = std::find(all.begin(), all.end(), drawing.view_state.step) != all.end();
    return is_part && drawing.trace.has(ArrayId::masked) &&
           std::all_of(all.begin(), all.end(), [&](ArrayId stage) { return drawing.trace.has(stage); });
}

Box softmax_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    return SoftmaxLayout(list, drawing, area).add();
}

} // namespace attn
