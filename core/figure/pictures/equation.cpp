#include "core/figure/pictures/equation.h"

#include "core/figure/number.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/written_row.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float equation_between = 40; // room for an operator
constexpr float equation_name_size = 17;
constexpr float equation_above = 32; // name
constexpr float equation_bar_room = 110;
constexpr float equation_largest_cell = 64;
constexpr float largest_cell_alone = 88;
constexpr float equation_stretched_cell = 8;

/// One matrix of the equation, and the sign before it.
struct Part {
    CellId first;
    std::string sign;
    bool is_result = false;
};
using Lines = std::vector<std::vector<Part>>;

Part part_of(const DrawContext& drawing, ArrayId array, std::string sign = {}) {
    return {canonical(drawing, {array, drawing.view_state.item, drawing.view_state.head, 0, 0}), std::move(sign),
            false};
}

/// What goes into the stage, where it is made cell by cell or row by row of whole matrices.
std::vector<Part> operands_of(const DrawContext& drawing) {
    std::vector<Part> parts;
    if (drawing.view_state.parameter)
        return parts;
    const Recipe& recipe = drawing.trace.recipe(drawing.view_state.step);
    const Operation& how = operation(recipe.operation);
    if (how.picture != NaturalPicture::equation)
        return parts;
    for (const Operand& operand : recipe.operands)
        if (is_stage(operand.array) && drawing.trace.has(operand.array))
            parts.push_back(part_of(drawing, operand.array, parts.empty() ? "" : std::string(how.sign)));
    return parts;
}

class EquationLayout {
public:
    /// `parts`: what goes in; none: the matrix stands alone.
    EquationLayout(DisplayList& list, const DrawContext& drawing, const Box& area, std::vector<Part> parts)
        : list_(list), drawing_(drawing), area_(area), selected_(selected_cell(drawing)) {
        if (!parts.empty())
            area_.height -= written_row_height(drawing, area);
        written_ = {area.x, area_.bottom(), area.width, area.height - area_.height};
        choose_arrangement(std::move(parts));
    }

    void add() {
        const Point fitted = cell_size(lines_);
        const float zoom = drawing_.view_state.zoom;
        const Point cell{rounded(fitted.x * zoom), rounded(fitted.y * zoom)};
        const float rows_label = label_room();
        float y = area_.y + 8 + equation_above + drawing_.view_state.pan.y;
        const float below_cells = below(cell);
        const float used = height_of(cell.y, below_cells);
        y += std::max((area_.height - used) * 0.4F, 0.0F);
        std::vector<HeatmapOptions> all = maps(cell);
        auto map = all.begin();
        for (const std::vector<Part>& line : lines_) {
            float width = rows_label + bar_room();
            for (const Part& part : line)
                width += columns(part) * cell.x + between();
            float x = area_.x + rows_label + std::max(0.0F, (area_.width - width) / 2) + drawing_.view_state.pan.x;
            float tallest = 0;
            bool is_first = true;
            for (const Part& part : line) {
                if (!is_first || !part.sign.empty())
                    add_sign(part, {x, y + rows(part) * cell.y / 2}, is_first);
                if (!is_first)
                    x += between();
                add_part(std::move(*map++), part, {std::floor(x), std::floor(y)}, cell, is_first);
                x += columns(part) * cell.x;
                tallest = std::max(tallest, rows(part) * cell.y);
                is_first = false;
            }
            y += tallest + below_cells + equation_above;
        }
        if (drawing_.view_state.on_paper) // close to the matrices; in the window at its foot, where it stays
            written_.y = std::min(written_.y, y - equation_above + space::medium);
        if (written_.height > 0)
            add_written_row(list_, drawing_, written_);
    }

private:
    /// What is normed, turned or capped becomes another matrix, which it does not equal.
    std::string result_sign() const {
        const OperationId made_by = drawing_.trace.recipe(drawing_.view_state.step).operation;
        if (made_by == OperationId::scale)
            return "× " + display_number(static_cast<float>(score_factor(drawing_.layer())), 2) + " =";
        return operation(made_by).sign.empty() ? "→" : "=";
    }

    void choose_arrangement(std::vector<Part> parts) {
        Part result = part_of(drawing_, drawing_.view_state.array(), parts.empty() ? "" : result_sign());
        result.is_result = true;
        if (parts.empty()) {
            lines_ = {{result}};
            return;
        }
        const Lines below_each_other{parts, {result}};
        parts.push_back(result);
        const Lines beside{parts};
        const auto smaller_side = [&](const Lines& lines) {
            lines_ = lines;
            const Point cell = cell_size(lines);
            return std::min(cell.x, cell.y);
        };
        lines_ = smaller_side(beside) >= smaller_side(below_each_other) ? beside : below_each_other;
    }

    float rows(const Part& part) const { return static_cast<float>(shown_shape(drawing_, part.first.array).rows); }
    float columns(const Part& part) const {
        return static_cast<float>(shown_shape(drawing_, part.first.array).columns);
    }

    /// Square where cells can be told apart; long matrices are stretched across.
    Point cell_size(const Lines& lines) const {
        // Labels that are turned reach further down: how far is known when their cells are.
        Point cell{equation_largest_cell, equation_largest_cell};
        float beneath = 0;
        for (int i = 0; i < 6; ++i) {
            beneath = std::max(beneath, below(cell));
            cell = cell_size(lines, beneath);
        }
        return cell;
    }

    /// What labels and axis title, or a colour bar that is taller than the result, take beneath its cells.
    float below(Point cell) const {
        AxisLabels axis = lower_axis_of(drawing_, drawing_.view_state.array(), selected_);
        if (axis.title.empty())
            axis.title = role_line(drawing_.view_state.array());
        constexpr float lowest_bar = 96; // with its caption
        const auto rows = static_cast<float>(shown_shape(drawing_, drawing_.view_state.array()).rows);
        const float bar = has_bar() ? lowest_bar - rows * cell.y : 0;
        return std::max(label_reach(drawing_, axis, rounded(cell.x)), bar) + space::large;
    }

    Point cell_size(const Lines& lines, float below) const {
        float down = 0;
        float room_down = area_.height - 16;
        const float largest = is_alone() ? largest_cell_alone : equation_largest_cell;
        float size = largest;
        for (const std::vector<Part>& line : lines) {
            float across = 0;
            float tallest = 0;
            for (const Part& part : line) {
                across += columns(part);
                tallest = std::max(tallest, rows(part));
            }
            const float room =
                area_.width - label_room() - bar_room() - between() * static_cast<float>(line.size() - 1);
            size = std::min(size, room / across);
            down += tallest;
            room_down -= below + equation_above;
        }
        const float least = least_cell(drawing_, shown_shape(drawing_, drawing_.view_state.array()));
        const float height = bounded(room_down / down, least, largest);
        size = std::max(size, least);
        return {std::min(size, std::max(height, equation_stretched_cell)),
                std::min(height, std::max(size, equation_stretched_cell))};
    }

    static float rounded(float size) { return size >= 3 ? std::floor(size) : size; }

    float height_of(float cell, float below) const {
        float height = 0;
        for (const std::vector<Part>& line : lines_) {
            float tallest = 0;
            for (const Part& part : line)
                tallest = std::max(tallest, rows(part) * cell);
            height += tallest + below + equation_above;
        }
        return height;
    }

    float label_room() const {
        const AxisLabels axis = left_axis_of(drawing_, drawing_.view_state.array());
        return sign_room() + label_width(drawing_, axis) + space::large + (axis.title.empty() ? 0 : 24);
    }

    bool is_alone() const { return lines_.size() == 1 && lines_.front().size() == 1; }
    bool has_bar() const { return is_alone() || !has_scales_beneath(drawing_, drawing_.view_state.array()); }

    /// At the right of the result; while that shows its change, what goes into it has a bar of its own.
    float bar_room() const {
        if (!has_bar())
            return 0;
        const bool has_second = !is_alone() && shows_change(drawing_, drawing_.view_state.array());
        return equation_bar_room + (has_second ? room_of_second_bar : 0);
    }

    static Font sign_font(const std::string& sign) { return {.size = sign.size() > 2 ? type_size::normal : 17}; }

    /// Of the sign before a line that is not the first.
    float sign_room() const {
        return lines_.size() < 2
                   ? 0
                   : space::medium +
                         drawing_.typesetter.measure(lines_.back().front().sign, sign_font(lines_.back().front().sign))
                             .width;
    }

    /// Between matrices beside each other, with the longest sign.
    float between() const {
        float widest = 0;
        for (const std::vector<Part>& line : lines_)
            for (const Part& part : line)
                widest = std::max(widest, drawing_.typesetter.measure(part.sign, sign_font(part.sign)).width);
        // Matrices that heads share say so above them, which may be wider than they are.
        const bool says_whose = std::ranges::any_of(lines_.front(), [&](const Part& part) {
            return row_of(part.first.array).heads == Heads::kv && drawing_.sizes().queries_per_kv > 1;
        });
        if (says_whose && lines_.front().size() > 1)
            widest = std::max(widest, drawing_.typesetter.measure("100×100, heads 10 to 12", small()).width);
        return std::max({equation_between, widest + space::large, beyond_cells()});
    }

    /// On a narrow page: how far the name of a matrix reaches beyond its cells, with what keeps it from the next.
    float beyond_cells() const {
        float beyond = 0;
        if (!drawing_.view_state.page_grows)
            return beyond;
        for (const std::vector<Part>& line : lines_)
            for (const Part& part : std::span(line).first(line.size() - 1)) {
                const float named = name_of(part, equation_name_size).width + space::medium;
                const float least = least_cell(drawing_, shown_shape(drawing_, part.first.array));
                beyond = std::max(beyond, named - columns(part) * least);
            }
        return beyond;
    }

    Typeset name_of(const Part& part, float size) const {
        return set_formula(drawing_, shown_symbol(drawing_, part.first.array), size, drawing_.theme().ink,
                           part.first.head);
    }

    /// Smaller in a low window, where it would run into the next.
    Typeset fitting_name_of(const Part& part, Point cell) const {
        Typeset name = name_of(part, equation_name_size);
        const float room = columns(part) * cell.x + between() - space::medium;
        if (part.is_result || name.width <= room)
            return name;
        return name_of(part, equation_name_size * room / name.width);
    }

    void add_sign(const Part& part, Point at, bool first_in_line) {
        const float x = first_in_line ? at.x - label_room() + sign_room() - space::small : at.x + between() / 2;
        list_
            .add(Text{.text = part.sign,
                      .position = {x, at.y},
                      .font = sign_font(part.sign),
                      .colour = drawing_.theme().dim,
                      .horizontal = first_in_line ? Horizontal::right : Horizontal::centre,
                      .vertical = Vertical::middle})
            .clip = area_;
    }

    /// The chosen cell, where it is made and in what it is made from; with its whole row, where that is written out.
    std::vector<Outline> outlines_of(const Part& part, ShownPlace place, Shape shape) const {
        if (part.is_result)
            return chosen_cell(place.row, place.column, shape);
        std::vector<Outline> outlines{{place.row, place.column, 1, 1, Outline::Kind::strong}};
        if (written_.height > 0)
            outlines.push_back(is_transposed(drawing_, part.first.array)
                                   ? Outline{0, place.column, shape.rows, 1, Outline::Kind::thin}
                                   : Outline{place.row, 0, 1, shape.columns, Outline::Kind::thin});
        return outlines;
    }

    /// All that is shown, in the order of the lines, in colours of one range, and with numbers of one size.
    std::vector<HeatmapOptions> maps(Point cell) const {
        std::vector<HeatmapOptions> all;
        std::vector<HeatmapOptions*> shared;
        for (const std::vector<Part>& line : lines_)
            for (const Part& part : line)
                all.push_back(heat_of(drawing_, part.first));
        shared.reserve(all.size());
        for (HeatmapOptions& map : all) {
            map.cell_width = cell.x;
            map.cell_height = cell.y;
            shared.push_back(&map);
        }
        colour_together(drawing_, std::span(shared).first(shared.size() - 1), all.back(), lines_.back().back().first);
        if (drawing_.view_state.on_paper)
            share_number_size(shared, drawing_.typesetter);
        return all;
    }

    void add_part(HeatmapOptions options, const Part& part, Point at, Point cell, bool first_in_line) {
        const ArrayId array = part.first.array;
        const ShownPlace place = shown_place(drawing_, {array, 0, 0, selected_.row, selected_.column});
        options.outlines = outlines_of(part, place, shown_shape(options));
        if (first_in_line)
            options.rows = left_axis_of(drawing_, array, selected_);
        options.columns = lower_axis_of(drawing_, array, selected_);
        if (!part.is_result)
            options.columns.title.clear();
        else if (options.columns.title.empty())
            options.columns.title = role_line(array);
        options.name = fitting_name_of(part, cell);
        options.name_place = NamePlace::above;
        // The next name begins behind the sign.
        const float named =
            options.name.width + space::medium + drawing_.typesetter.measure(shape_text(options), small()).width;
        options.shape = part.is_result || named + space::small <= columns(part) * cell.x + between();
        options.colour_bar = part.is_result && has_bar();
        if (part.is_result && drawing_.view_state.reveal)
            options.revealed = drawing_.view_state.reveal->cells;
        options.visible = area_.moved({-at.x, -at.y});
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, at, area_);
        add_pin_marks(list_, drawing_, part.first, map, at, options.transposed);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    Box area_;
    CellId selected_;
    Box written_; ///< beneath; empty where nothing is written
    Lines lines_;
};

} // namespace

bool has_equation(const DrawContext& drawing) {
    return !operands_of(drawing).empty();
}

void equation_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const auto draw = [&](const Box& room) { EquationLayout(list, drawing, room, operands_of(drawing)).add(); };
    has_scales_beneath(drawing, drawing.view_state.array()) ? draw_above_scales(list, drawing, area, draw) : draw(area);
}

void matrix_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    EquationLayout(list, drawing, area, {}).add();
}

} // namespace attn
