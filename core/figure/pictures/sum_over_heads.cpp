#include "core/explain/lenses.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/model/facts.h"
#include "core/model/overrides.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>

namespace attn {

namespace {

constexpr float name_room = 34;  // above the first line
constexpr float widest_gap = 14; // between heads
constexpr float least_gap = 4;
constexpr float gaps_share = 0.25F; // largest part of the height for gaps between many heads
constexpr float said_room = 40;     // for the sentence beneath, in the window
constexpr float rounded_room = 20;  // for a remark beneath it, if rounded numbers do not add up
constexpr float head_room = 30;     // for "head 1" to the left
constexpr float usual_name = 15;
constexpr float lowest_written_line = 13; // height at which a line's label can be read
constexpr float lowest_seen_line = 2;     // height at which a line's colours can be seen
constexpr float lowest_line_on_wall = 8;  // height at which a label can be read when all is enlarged
constexpr float lowest_named_line = 16;   // height at which the label stands to the left

/// The number of heads for which there is room: on a page of limited height, lines with labels; in a window, lines
/// whose colours can be seen.
Index heads_with_room(const DrawContext& drawing, float height) {
    const bool on_paper = drawing.view_state.on_paper;
    const Sizes& sizes = drawing.sizes();
    const Index rows = drawing.session.tokens_as_columns ? sizes.D : std::max(sizes.S_q, sizes.d_v);
    const float row = on_paper                         ? lowest_written_line
                      : drawing.view_state.is_enlarged ? lowest_line_on_wall
                                                       : lowest_seen_line;
    const float line = row * static_cast<float>(rows) + (on_paper ? widest_gap : least_gap);
    const float said = on_paper ? rounded_room : said_room;
    const float lines = std::floor((height - 2 * name_room - rounded_room - said) / line);
    const Index others = drawing.layer().b_O.empty() ? 1 : 2; // lines of the bias and the output
    return std::clamp<Index>(to_integer<Index>(std::max(lines, 0.0F)) - others, 1, sizes.H);
}

/// The sum over heads: a line for each head, with its matrices in columns; beneath them the bias and the output.
class SumPicture : Canvas {
public:
    SumPicture(DisplayList& list, const DrawContext& drawing, const Box& area, bool is_limited)
        : Canvas(list, drawing, area), heads_(drawing.sizes().H),
          shown_(is_limited || !drawing.view_state.on_paper ? heads_with_room(drawing, area.height) : heads_),
          first_(std::min(drawing.view_state.head / shown_ * shown_, heads_ - shown_)),
          columns_(drawing.session.tokens_as_columns), has_bias_(!drawing.layer().b_O.empty()),
          multiplied_(multiplied_by_W_O(drawing)),
          ranges_(comparable_ranges(drawing, {multiplied_, ArrayId::W_O, ArrayId::parts, ArrayId::b_O, ArrayId::Y})),
          says_other_way_(!on_paper() && (!drawing.view_state.is_enlarged || grid_over(said_room).has_numbers() ||
                                          !grid_over(0).has_numbers())),
          grid_(grid_over(says_other_way_ ? said_room : 0)) {
        if (!on_paper() && !grid_.has_words())
            grid_ = grid_over((says_other_way_ ? said_room : 0) + rounded_room);
    }

    void add() {
        grid_.add(list_);
        for (Index line = 0; line < shown_ && tells_heads_apart(); ++line)
            add_head_mark(line);
        add_names();
        const Box output = grid_.cells(last_line(), 2);
        const float above = (grid_.cells(last_line() - 1, 2).bottom() + output.y) / 2;
        const float left = output.x - 18;
        add_rule(list_, {left, above}, {output.right(), above}, theme_.ink);
        const float beneath = grid_.covered().bottom();
        if (says_other_way_)
            add_other_way(beneath + space::huge);
        const float last = beneath + rounded_room - 4 + (says_other_way_ ? said_room : 0);
        if (!shows_all()) {
            add_text({grid_.covered().x, above + 4}, "+ …", theme_.ink); // to the left of all matrices, among the heads
            add_claim({area_.x, last},
                      {words_of_heads(drawing_, first_, shown_) + ": to the output all of them add their part.",
                       length_fact(drawing_.sizes(), &Sizes::H)},
                      theme_.dim, small());
        } else if (!on_paper() && !grid_.has_words())
            add_claim({area_.x, last},
                      {"Rows are too low for the names of all of them.",
                       Always{"it says what was left out as rows were given their places"}},
                      theme_.dim, small());
        if (is_rounded()) {
            add_claim({output.right(), last},
                      {"rounded: sums may end in another digit",
                       Always{"it says what may be, and is said of any numbers that are rounded"}},
                      theme_.dim, small(), Horizontal::right);
        }
    }

private:
    CellId first(ArrayId array, Index head) const {
        return canonical(drawing_, {drawing_.layer().number, array, view().item, head, 0, 0});
    }

    /// The selected cell if it is marked: a cell of a head's contribution, or else the cell of Y in that row and
    /// column.
    std::optional<CellId> marked() const {
        if (!view().marks_cell)
            return std::nullopt;
        const CellId selected = selected_cell(drawing_);
        if (selected.array == ArrayId::parts)
            return selected;
        CellId cell = first(ArrayId::Y, 0);
        cell.row = std::min(selected.row, drawing_.sizes().S_q - 1);
        cell.column = std::min(selected.column, drawing_.sizes().D - 1);
        return cell;
    }

    Grid grid_over(float foot) const {
        return {drawing_,
                area_,
                lines(),
                {.largest_cell = 44,
                 .stretched_cell = on_paper() ? GridRules().stretched_cell : axis_line_height, // so that rows of long
                                                                                               // matrices are labelled
                 .least_gutter = 36,
                 .line_gap = std::clamp(area_.height * gaps_share / static_cast<float>(shown_), least_gap, widest_gap),
                 .foot = foot + (written_numbers_add_up(lines()) && shows_all() ? 0 : rounded_room),
                 .aligned = true}};
    }

    // O W_O = contribution; if tokens are columns W_Oᵀ O = contribution, all transposed.
    ArrayId left_array() const { return columns_ ? ArrayId::W_O : multiplied_; }
    ArrayId right_array() const { return columns_ ? multiplied_ : ArrayId::W_O; }
    bool tells_heads_apart() const { return heads_ > 1; }
    bool shows_all() const { return shown_ == heads_; }
    std::size_t last_line() const { return static_cast<std::size_t>(shown_) + (has_bias_ ? 1 : 0); }

    MatrixLines lines() const {
        MatrixLines lines;
        for (Index head = first_; head < first_ + shown_; ++head) {
            MatrixBox left = box_of(left_array(), head);
            if (!columns_)
                left.map.rows = left_axis_of(drawing_, ArrayId::Y, marked());
            left.map.rows.title.clear();
            left.kept.left = tells_heads_apart() ? head_room : 0;
            const bool is_given =
                drawing_.layer().given.contains({drawing_.layer().number, ArrayId::parts, view().item, head});
            lines.push_back(
                {left, box_of(right_array(), head, "·"), box_of(ArrayId::parts, head, is_given ? "" : "=")});
        }
        for (MatrixBox& box : lines.front())
            box.kept.above = name_room;
        if (has_bias_) {
            MatrixBox bias = box_of(ArrayId::b_O, 0, "+");
            if (!on_paper()) // a bias is one row, lower than its name
                bias.kept.above = bias.kept.below = lowest_named_line / 2;
            lines.push_back({{}, {}, std::move(bias)});
        }
        MatrixBox output = box_of(ArrayId::Y, 0);
        output.map.rows = left_axis_of(drawing_, ArrayId::Y, marked());
        output.map.columns = lower_axis_of(drawing_, ArrayId::Y, marked());
        output.map.rows.title.clear();
        output.map.columns.title.clear();
        lines.push_back({{}, {}, output});
        return lines;
    }

    /// The box of a matrix, in the frame of its head if there are several.
    MatrixBox box_of(ArrayId array, Index head, const std::string& sign = {}) const {
        MatrixBox box{.map = array == multiplied_ ? heat_of_multiplied(drawing_, head, columns_)
                                                  : heat_of(drawing_, first(array, head), columns_),
                      .sign = sign};
        box.map.range = ranges_.at(array);
        box.map.outlines = outlines_of(array, head, shown_shape(box.map));
        if ((has_heads(array) || array == multiplied_) && tells_heads_apart())
            box.edged = head;
        if (view().reveal && array == view().array() && (array == ArrayId::Y || head == view().head))
            box.map.revealed = view().reveal->cells;
        return box;
    }

    /// The outlines of the cells from which the selected cell is computed, or of the selected cell itself.
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

    /// Adds the head's number, and a small frame in the colour of its matrices, or in grey in their line style.
    void add_head_mark(Index line) {
        const Index head = first_ + line;
        const Box cells = grid_.cells(static_cast<std::size_t>(line), 2);
        const Point at{grid_.covered().x, cells.centre().y};
        const Box mark{at.x, at.y - 4, 8, 8};
        view().grey ? add_box(mark.grown(-0.5F), transparent, head_stroke(drawing_, head, 1))
                    : add_box(mark, head_colour(theme_, head));
        if (cells.height >= type_size::small)
            add_text({at.x + 13, at.y + 4}, std::to_string(head_number(drawing_.session, head)), theme_.dim, small());
        if (line > 0 && cells.y - grid_.cells(static_cast<std::size_t>(line - 1), 2).bottom() >= widest_gap)
            add_sign(list_, drawing_, "+", {cells.centre().x, cells.y - widest_gap / 2}, area_);
    }

    /// Adds the names of the heads' matrices above the first of them, and the names of bias and output beside these.
    void add_names() {
        const Box left = grid_.cells(0, 0);
        const Box right = grid_.cells(0, 1);
        const Box part = grid_.cells(0, 2);
        const float line = std::min({left.y, right.y, part.y}) - space::medium;
        const std::string multiplied = symbol_of(multiplied_);
        add_name(columns_ ? "<W_O T>" : multiplied, {left.x, line}, right.x - left.x);
        add_name(columns_ ? multiplied : "<W_O>", {right.x, line}, part.x - right.x);
        add_name(symbol_of(drawing_, ArrayId::parts), {part.x, line}, area_.right() - part.x);
        const auto add_beside = [&](std::size_t row, std::string_view symbol, float before) {
            const Point end{grid_.cells(row, 2).x - grid_.margins(row, 2).left - before,
                            grid_.cells(row, 2).centre().y};
            const Typeset name = set_general_formula(drawing_, symbol, usual_name, theme_.ink);
            append(name.list, {end.x - name.width, end.y + name.ascent / 2});
        };
        if (has_bias_)
            add_beside(last_line() - 1, "<b_O>", space::section);
        add_beside(last_line(), symbol_of(ArrayId::Y), space::large);
    }

    void add_name(std::string_view symbol, Point at, float room) {
        Typeset name = set_general_formula(drawing_, symbol, usual_name, theme_.ink);
        if (name.width > room - space::small)
            name = set_general_formula(drawing_, symbol, usual_name * (room - space::small) / name.width, theme_.ink);
        append(name.list, at);
    }

    /// True if the written contributions to each cell add up to the written number of the output.
    bool written_numbers_add_up(const MatrixLines& lines) const {
        const double unit = std::pow(10.0, -lines.back()[2].map.decimals);
        const auto units = [&](std::size_t line, Index row, Index column) { // the bias is one row for all
            const Matrix& numbers = lines[line][2].map.matrix;
            return std::round(static_cast<double>(numbers(std::min(row, numbers.rows() - 1), column)) / unit);
        };
        const Matrix& output = lines.back()[2].map.matrix;
        constexpr Index most_written = 4096; // larger matrices do not show numbers
        if (output.rows() * output.columns() > most_written || !shows_all())
            return true;
        for (Index row = 0; row < output.rows(); ++row)
            for (Index column = 0; column < output.columns(); ++column) {
                double sum = 0;
                for (std::size_t line = 0; line < last_line(); ++line)
                    sum += units(line, row, column);
                if (std::isfinite(sum) && sum != units(last_line(), row, column))
                    return false;
            }
        return true;
    }

    bool is_rounded() const { return grid_.has_numbers() && !written_numbers_add_up(lines()); }

    /// Adds the sentence that compares the output, computed as one product, with the sum.
    void add_other_way(float y) {
        const Address slot{drawing_.layer().number, ArrayId::Y, view().item, 0};
        const float apart = drawing_.cache.number(
            drawing_.trace, slot, [&] { return largest_difference_of_sums(drawing_.trace, slot.item); });
        // A notation without concat has no letter for it.
        const ArrayId joined = drawing_.trace.recipe(ArrayId::parts).operands[0].array;
        const std::vector<ArrayId>& steps = drawing_.session.notation.profile().steps;
        const bool joins = steps.empty() || std::ranges::find(steps, joined) != steps.end();
        const std::string way =
            joins ? "Computed the other way, as" : "Computed as one product, all heads side by side";
        add_claim({area_.x, y},
                  {way, Always{"it states nothing without the number that stands behind it, which is compared"}},
                  theme_.ink);
        float x = area_.x + width_of(way);
        if (joins) {
            const std::string product =
                columns_ ? "<all W_O T> " + symbol_of(joined) : symbol_of(joined) + " <all W_O>";
            const Typeset formula = set_general_formula(drawing_, product + "<+b_O>", usual_name, theme_.ink);
            x += space::small;
            append(formula.list, {x, y});
            x += formula.width + space::tiny;
        }
        const CellId of_output = first(ArrayId::Y, 0);
        const std::string number = display_number(apart, 2);
        Claim said =
            apart == 0 ? Claim{": the same numbers", fact(Quantity::other_way, of_output, 0)}
                       : Claim{prose(": up to {} apart", number), written_fact(Quantity::other_way, of_output, number)};
        if (is_overridden(drawing_.layer(), ArrayId::parts) || is_overridden(drawing_.layer(), ArrayId::Y)) {
            const Prose why =
                prose(", since numbers of {} or of its parts were given", name_of(drawing_.notation, ArrayId::Y));
            const bool has_room = x + line_width(drawing_.typesetter, said.text + why + ".") <= area_.right();
            said.text += has_room ? why : Prose(", since numbers were given");
        }
        said.text += ".";
        add_claim({x, y}, std::move(said), theme_.ink);
    }

    Index heads_;
    Index shown_ = 1; ///< number of heads that are shown
    Index first_ = 0;
    bool columns_;
    bool has_bias_;
    ArrayId multiplied_;              ///< the array that is multiplied by W_O
    std::map<ArrayId, Range> ranges_; ///< colour range of each array
    bool says_other_way_;             ///< false in a lecture without room for numbers
    Grid grid_;
};

} // namespace

std::optional<ArrayId> missing_in_sum(const DrawContext& drawing) {
    for (const ArrayId shown : {ArrayId::W_O, multiplied_by_W_O(drawing), ArrayId::parts, ArrayId::Y})
        if (!has_array(drawing, shown))
            return shown;
    return std::nullopt;
}

bool shows_sum(const DrawContext& drawing) {
    const bool is_on = !drawing.view_state.parameter &&
                       (drawing.view_state.step == ArrayId::Y || drawing.view_state.step == ArrayId::parts);
    return is_on && !missing_in_sum(drawing);
}

void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    sum_picture(list, drawing, area, false);
}

void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area, bool is_limited) {
    draw_above_scales(list, drawing, area, [&](DisplayList& to, const DrawContext& shown, const Box& above) {
        SumPicture(to, shown, above, is_limited).add();
    });
}

} // namespace attn
