#include "core/figure/pictures/sum_over_heads.h"

#include "core/explain/lenses.h"
#include "core/figure/number.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>

namespace attn {

namespace {

constexpr float sum_over_heads_sign_room = 36; // between matrices
constexpr float sum_over_heads_overhang = 48;  // of a name over narrow parts
constexpr float sum_over_heads_name_room = 34; // above the first line
constexpr float sum_over_heads_line_gap = 14;  // between heads
constexpr float sum_over_heads_least_gap = 3;
constexpr float gaps_share = 0.25F; // of the height, where there are many heads
constexpr float bias_gap = 14;
constexpr float said_room = 40;                // what is said beneath, in the window
constexpr float sum_over_heads_head_room = 30; // "head 1" at the left
constexpr float sum_over_heads_largest_cell = 44;
constexpr float sum_over_heads_stretched_cell = 6;
constexpr float sum_over_heads_edge = 2;
constexpr int sum_over_heads_rounds = 3;

class SumLayout {
public:
    SumLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), sizes_(drawing.sizes()),
          columns_(drawing.session.tokens_as_columns), rows_(left_axis_of(drawing, ArrayId::Y, marked())),
          has_bias_(!drawing.layer().b_O.empty()),
          ranges_(comparable_ranges(drawing, {ArrayId::O, ArrayId::W_O, ArrayId::parts, ArrayId::b_O, ArrayId::Y})),
          gap_(std::clamp(area.height * gaps_share / static_cast<float>(sizes_.H), sum_over_heads_least_gap,
                          sum_over_heads_line_gap)),
          cell_(cell_size()), origin_(origin()), left_(origin_.x + label_room() + head_room()),
          right_(left_ + width(left_shape().columns) + sum_over_heads_sign_room),
          parts_(right_ + width(right_shape().columns) + sum_over_heads_sign_room) {}

    void add() {
        float y = origin_.y + sum_over_heads_name_room;
        for (Index head = 0; head < sizes_.H; ++head) {
            add_head(head, y);
            y += line_height() + gap_;
        }
        if (has_bias_) {
            const float tall = height(bias_shape().rows);
            add_sign("+", {parts_ - sum_over_heads_sign_room / 2, y + tall / 2});
            add_map(ArrayId::b_O, 0, {parts_, y}, false);
            add_name("<b_O>", {parts_ - sum_over_heads_sign_room - 24, y + tall / 2 + 5},
                     sum_over_heads_sign_room + 24);
            y += tall + bias_gap;
        }
        const float right = parts_ + width(part_shape().columns);
        add_rule(list_, {parts_ - sum_over_heads_sign_room / 2, y - gap_ / 2}, {right, y - gap_ / 2}, theme_.ink);
        add_output(y + 2);
        if (!drawing_.view_state.on_paper)
            add_other_way(y + 2 + height(part_shape().rows) + foot_ + space::medium);
    }

private:
    CellId first(ArrayId array, Index head) const {
        return canonical(drawing_, {array, drawing_.view_state.item, head, 0, 0});
    }

    /// The selected cell, where it stands out: of a head's part, or else the one of Y in that row and column.
    std::optional<CellId> marked() const {
        if (!drawing_.view_state.marks_cell)
            return std::nullopt;
        const CellId selected = selected_cell(drawing_);
        if (selected.array == ArrayId::parts)
            return selected;
        CellId cell = first(ArrayId::Y, 0);
        cell.row = std::min(selected.row, sizes_.S_q - 1);
        cell.column = std::min(selected.column, sizes_.D - 1);
        return cell;
    }

    // O W_O = part; or W_Oᵀ O = part, all transposed.
    ArrayId left_array() const { return columns_ ? ArrayId::W_O : ArrayId::O; }
    ArrayId right_array() const { return columns_ ? ArrayId::O : ArrayId::W_O; }
    Shape seen(Shape shape) const { return columns_ ? Shape{shape.columns, shape.rows} : shape; }
    Shape left_shape() const { return seen(array_shape(drawing_, left_array())); }
    Shape right_shape() const { return seen(array_shape(drawing_, right_array())); }
    Shape part_shape() const { return seen({sizes_.S_q, sizes_.D}); }
    Shape bias_shape() const { return seen({1, sizes_.D}); }

    float width(Index columns) const { return static_cast<float>(columns) * cell_.x; }
    float height(Index rows) const { return static_cast<float>(rows) * cell_.y; }
    Index line_rows() const { return std::max(left_shape().rows, right_shape().rows); }
    float line_height() const { return height(line_rows()); }
    bool tells_heads_apart() const { return sizes_.H > 1; }
    float head_room() const { return tells_heads_apart() ? sum_over_heads_head_room : 0; }
    float label_room() const { return label_width(drawing_, rows_) + space::large; }

    Index cells_across() const { return left_shape().columns + right_shape().columns + part_shape().columns; }
    Index cells_down() const {
        return sizes_.H * line_rows() + part_shape().rows + (has_bias_ ? bias_shape().rows : 0);
    }
    /// Labels beneath Y, turned beneath narrow cells.
    float foot(Point cell) const {
        AxisLabels axis = lower_axis_of(drawing_, ArrayId::Y, marked());
        axis.title.clear();
        return label_reach(drawing_, axis, cell.x) + space::large;
    }
    float room_across() const {
        return label_room() + head_room() + 2 * sum_over_heads_sign_room + sum_over_heads_overhang;
    }
    float room_down() const {
        return sum_over_heads_name_room + foot_ + (drawing_.view_state.on_paper ? 0 : said_room) +
               gap_ * static_cast<float>(sizes_.H) + (has_bias_ ? bias_gap : 0);
    }

    /// One size for all cells, so that lengths can be compared: square where they can be told apart.
    Point cell_size() {
        const float across =
            std::min((area_.width - room_across()) / static_cast<float>(cells_across()), sum_over_heads_largest_cell);
        Point cell{across, across};
        for (int round = 0; round < sum_over_heads_rounds; ++round) { // smaller cells need more beneath them
            foot_ = std::max(foot_, foot(cell));
            cell = cell_above_foot(across);
        }
        return cell;
    }

    Point cell_above_foot(float across) const {
        const float down =
            std::min((area_.height - room_down()) / static_cast<float>(cells_down()), sum_over_heads_largest_cell);
        const float least = least_cell(drawing_, {cells_down(), cells_across()});
        Point cell{std::max(least, std::min(across, std::max(down, sum_over_heads_stretched_cell))),
                   std::max(least, std::min(down, std::max(across, sum_over_heads_stretched_cell)))};
        if (drawing_.view_state.on_paper) {
            cell.y = std::max(cell.y, named_row(drawing_, cells_down(), area_.width));
            return cell;
        }
        const float zoom = drawing_.view_state.zoom;
        const auto whole = [](float size) { return size >= 3 ? std::floor(size) : size; };
        return {whole(cell.x * zoom), whole(cell.y * zoom)};
    }

    /// The upper left corner: on paper that of the area, in the window so that all stands in its middle.
    Point origin() const {
        if (drawing_.view_state.on_paper)
            return {area_.x, area_.y};
        const Point spare{area_.width - room_across() - width(cells_across()),
                          area_.height - room_down() - height(cells_down())};
        const Point pan = drawing_.view_state.pan;
        return {std::floor(area_.x + std::max(0.0F, spare.x) / 2 + pan.x),
                std::floor(area_.y + std::max(0.0F, spare.y) * 0.4F + pan.y)};
    }

    void add_sign(std::string sign, Point at) {
        list_
            .add(Text{.text = std::move(sign),
                      .position = at,
                      .font = {.size = 15},
                      .colour = theme_.dim,
                      .horizontal = Horizontal::centre,
                      .vertical = Vertical::middle})
            .clip = clip();
    }

    void add_name(std::string_view symbol, Point at, float room) {
        constexpr float usual = 15;
        Typeset name = set_general_formula(drawing_, symbol, usual, theme_.ink);
        if (name.width > room - space::small)
            name = set_general_formula(drawing_, symbol, usual * (room - space::small) / name.width, theme_.ink);
        list_.append(name.list, at, clip());
    }

    /// On paper nothing is cut off.
    std::optional<Box> clip() const { return drawing_.view_state.on_paper ? std::nullopt : std::optional(area_); }

    /// What of a matrix goes into the selected cell, or is it.
    std::vector<Outline> outlines_of(ArrayId array, Index head, Shape shape) const {
        const std::optional<CellId> chosen = marked();
        if (!chosen)
            return {};
        const CellId& selected = *chosen;
        const bool of_parts = has_heads(selected.array);
        if (of_parts && head != selected.head && array != ArrayId::Y)
            return {};
        const ShownPlace place = shown_place(drawing_, selected);
        if (array == selected.array)
            return chosen_cell(place.row, place.column, shape);
        if (array == ArrayId::parts || array == ArrayId::Y)
            return {{place.row, place.column}};
        if (!of_parts)
            return {};
        if (array == left_array())
            return {{place.row, 0, 1, shape.columns}};
        if (array == right_array())
            return {{0, place.column, shape.rows, 1}};
        return {};
    }

    Heatmap put(HeatmapOptions options, ArrayId array, Index head, Point at) {
        options.cell_width = cell_.x;
        options.cell_height = cell_.y;
        options.outlines = outlines_of(array, head, shown_shape(options));
        if (!drawing_.view_state.on_paper) {
            options.visible = area_.moved({-at.x, -at.y});
            outline_focus(drawing_, options);
            const bool is_computed =
                array == drawing_.view_state.array() && (array == ArrayId::Y || head == drawing_.view_state.head);
            if (drawing_.view_state.reveal && is_computed)
                options.revealed = drawing_.view_state.reveal->cells;
        }
        Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, at, clip());
        if (!drawing_.view_state.on_paper)
            add_pin_marks(list_, drawing_, first(array, head), map, at, options.transposed);
        return map;
    }

    HeatmapOptions coloured(ArrayId array, Index head, bool transposed) const {
        HeatmapOptions options = heat_of(drawing_, first(array, head), transposed);
        options.range = ranges_.at(array);
        return options;
    }

    /// A matrix with its upper left corner at `at`, in the frame of its head where it belongs to one of several.
    void add_map(ArrayId array, Index head, Point at, bool framed, bool labelled = false) {
        HeatmapOptions options = coloured(array, head, columns_);
        if (labelled && !columns_)
            options.rows = rows_;
        const Heatmap map = put(std::move(options), array, head, at);
        if (!framed || !tells_heads_apart())
            return;
        Rectangle around;
        around.box = map.cells.moved(at).grown(sum_over_heads_edge / 2);
        around.stroke = head_stroke(drawing_, head, sum_over_heads_edge);
        list_.add(around).clip = clip();
    }

    float centred(Index rows, float y) const { return y + (line_height() - height(rows)) / 2; }

    void add_head(Index head, float y) {
        const float middle = y + line_height() / 2;
        add_map(left_array(), head, {left_, centred(left_shape().rows, y)}, true, true);
        add_sign("·", {left_ + width(left_shape().columns) + sum_over_heads_sign_room / 2, middle});
        add_map(right_array(), head, {right_, centred(right_shape().rows, y)}, true);
        add_sign("=", {right_ + width(right_shape().columns) + sum_over_heads_sign_room / 2, middle});
        add_map(ArrayId::parts, head, {parts_, centred(part_shape().rows, y)}, true);
        if (head == 0) {
            const float name = origin_.y + sum_over_heads_name_room - 12;
            add_name(columns_ ? "<W_O T>" : "<O>", {left_, name}, right_ - left_);
            add_name(columns_ ? "<O>" : "<W_O>", {right_, name}, parts_ - right_);
            add_name(columns_ ? "<W_O T><O>" : "<part>", {parts_, name},
                     width(part_shape().columns) + sum_over_heads_overhang);
        } else if (gap_ == sum_over_heads_line_gap)
            add_sign("+", {parts_ + width(part_shape().columns) / 2, y - gap_ / 2});
        if (tells_heads_apart())
            add_head_mark(head, middle);
    }

    /// The frame's colour, in grey a small frame like it, and the head's number.
    void add_head_mark(Index head, float middle) {
        Rectangle mark;
        mark.box = {origin_.x, middle - 4, 8, 8};
        if (drawing_.view_state.grey)
            mark.stroke = head_stroke(drawing_, head, 1);
        else
            mark.fill = head_colour(theme_, head);
        list_.add(mark).clip = clip();
        if (line_height() + gap_ >= type_size::small)
            add_text(list_, drawing_.typesetter, {origin_.x + 13, middle + 4},
                     std::to_string(head_number(drawing_.session, head)), theme_.dim, small());
    }

    void add_output(float y) {
        constexpr ArrayId output = ArrayId::Y;
        HeatmapOptions options = coloured(output, 0, columns_);
        options.rows = rows_;
        options.columns = lower_axis_of(drawing_, output, marked());
        options.columns.title.clear();
        put(std::move(options), output, 0, {parts_, y});
        const Typeset name = set_general_formula(drawing_, symbol_of(output), 17, theme_.ink);
        list_.append(
            name.list,
            {parts_ - label_room() - space::large - name.width, y + height(part_shape().rows) / 2 + name.ascent / 2},
            clip());
    }

    bool is_overridden() const {
        const Layer& layer = drawing_.layer();
        const auto counts = [](ArrayId stage) { return stage == ArrayId::parts || stage == ArrayId::Y; };
        return std::any_of(layer.pins.begin(), layer.pins.end(),
                           [&](const auto& pin) { return counts(pin.first.array); }) ||
               std::any_of(layer.given.begin(), layer.given.end(),
                           [&](const auto& given) { return counts(given.first.array); });
    }

    /// The same as one product, and how far apart the two come out.
    void add_other_way(float y) {
        const Address slot{ArrayId::Y, drawing_.view_state.item, 0};
        const float apart = drawing_.cache.number(
            drawing_.trace, slot, [&] { return largest_difference_of_sums(drawing_.trace, slot.item); });
        const Typesetter& typesetter = drawing_.typesetter;
        float x = area_.x;
        x += add_text(list_, typesetter, {x, y}, "Computed the other way, as", theme_.ink) + space::small;
        const Typeset formula =
            set_general_formula(drawing_, columns_ ? "<all W_O T> <C><+b_O>" : "<C> <all W_O><+b_O>", 15, theme_.ink);
        list_.append(formula.list, {x, y}, clip());
        x += formula.width + space::tiny;
        const std::string words = fmt::format(": at most {} apart", apart == 0 ? "0" : display_number(apart, 2));
        const auto fits = [&](const std::string& whole) {
            return x + typesetter.measure(whole, {}).width <= area_.right();
        };
        const std::string why = is_overridden() ? ", since numbers of Y or of its parts were given." : ".";
        const std::string briefly = is_overridden() ? ", since numbers were given." : ".";
        add_text(list_, typesetter, {x, y}, words + (fits(words + why) ? why : briefly), theme_.ink);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    const Sizes& sizes_;
    bool columns_;
    AxisLabels rows_; ///< of Y
    bool has_bias_;
    std::map<ArrayId, Range> ranges_; ///< of colours
    float gap_;                       ///< between heads
    float foot_ = 0;                  ///< beneath Y
    Point cell_;
    Point origin_;
    float left_; ///< where each column of matrices begins
    float right_;
    float parts_;
};

} // namespace

bool shows_sum(const DrawContext& drawing) {
    const bool is_on = !drawing.view_state.parameter &&
                       (drawing.view_state.step == ArrayId::Y || drawing.view_state.step == ArrayId::parts);
    return is_on && drawing.trace.has(ArrayId::O) && drawing.trace.has(ArrayId::parts) &&
           drawing.trace.has(ArrayId::Y) && has_array(drawing, ArrayId::W_O);
}

void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales(list, drawing, area, [&](const Box& above) { SumLayout(list, drawing, above).add(); });
}

} // namespace attn
