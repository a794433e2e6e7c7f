#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/words/equal_words.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float equation_largest_cell = 64;
constexpr float largest_cell_alone = 88;

/// The stages from which the selected stage is computed cell by cell or row by row; empty for other operations.
std::vector<ArrayId> operands_of(const DrawContext& drawing) {
    std::vector<ArrayId> arrays;
    if (drawing.view_state.parameter || is_given(drawing, drawing.view_state.step))
        return arrays;
    const Recipe& recipe = drawing.trace.recipe(drawing.view_state.step);
    if (operation(recipe.operation).picture != NaturalPicture::equation)
        return arrays;
    for (const Operand& operand : drawing.trace.made_from(drawing.view_state.step))
        if (is_stage(operand.array))
            arrays.push_back(operand.array);
    return arrays;
}

/// True if colour bars are beneath the equation, because none is beside the result: on paper, or if an operand
/// such as a gate has other colours.
bool has_scales_beneath(const DrawContext& drawing, const std::vector<ArrayId>& operands) {
    const ArrayId result = drawing.view_state.array();
    return has_scales_beneath(drawing, result) || std::ranges::any_of(operands, [&](ArrayId operand) {
               return palette_of(drawing, operand) != palette_of(drawing, result);
           });
}

constexpr float written_row_line_height = 20;
constexpr float sentence_height = 44;
constexpr float sum_height = 3 * written_row_line_height + space::large;
constexpr float least_height_for_sum = 470; // least height of the whole area
constexpr float name_width = 64;
constexpr float number_width = 52;
constexpr Index most_numbers = 12;

bool adds_places(const DrawContext& drawing) {
    const ArrayId step = drawing.view_state.step;
    const bool is_sum = step == ArrayId::resid_pre || (step == ArrayId::X && !drawing.trace.has(ArrayId::resid_pre));
    return !drawing.view_state.parameter && is_sum && drawing.trace.has(ArrayId::E) && drawing.trace.has(ArrayId::P);
}

class RowLayout : Canvas {
public:
    RowLayout(DisplayList& list, const DrawContext& drawing, const Box& area, const CellId& selected)
        : Canvas(list, drawing, area), selected_(selected),
          shown_(std::min(drawing.sizes().D,
                          std::min(most_numbers, to_integer<Index>((area.width - name_width - 48) / number_width)))) {}

    void add() {
        float y = area_.y + written_row_line_height / 2;
        add_row(ArrayId::E, "", "<e>", y);
        add_row(ArrayId::P, "+", "<p>", y + written_row_line_height);
        y += 2 * written_row_line_height;
        const float right = area_.x + 24 + name_width + static_cast<float>(shown_) * number_width;
        add_rule(list_, {area_.x, y - written_row_line_height / 2}, {right, y - written_row_line_height / 2},
                 theme_.ink);
        add_row(selected_.array, "=", selected_.array == ArrayId::X ? "<x>" : "r", y);
    }

private:
    void add_row(ArrayId array, const std::string& sign, std::string_view letter, float y) {
        const Matrix values = drawing_.trace.array(array, selected_.item, 0);
        add_text_about({area_.x, y}, sign, theme_.dim, {.size = 15}, Horizontal::left);
        add_text_about({area_.x + 24, y}, in_letters(letter, drawing_.notation) + subscript(selected_.row + 1),
                       theme_.ink, {.weight = FontWeight::medium}, Horizontal::left);
        for (Index d = 0; d < shown_; ++d) {
            const float right = area_.x + 24 + name_width + (static_cast<float>(d) + 0.7F) * number_width;
            const bool chosen = d == selected_.column;
            add_text_about({right, y}, display_number(values(selected_.row, d), view().decimals), theme_.ink,
                           {.weight = chosen ? FontWeight::semibold : FontWeight::regular}, Horizontal::right);
        }
        if (shown_ < values.columns())
            add_text_about({area_.x + 24 + name_width + static_cast<float>(shown_) * number_width, y}, "…", theme_.dim,
                           {}, Horizontal::left);
    }

    CellId selected_;
    Index shown_; ///< number of the row's numbers that are written
};

/// The height of the written row beneath a picture; 0 if none is written, since it is only for the sum of words and
/// positions.
float written_row_height(const DrawContext& drawing, const Box& area) {
    if (!adds_places(drawing))
        return 0;
    return sentence_height + (area.height >= least_height_for_sum ? sum_height : 0);
}

class EquationPicture : Canvas {
public:
    /// Lays out the equation, or only its result if `stands_alone`.
    EquationPicture(DisplayList& list, const DrawContext& drawing, const Box& area, bool stands_alone = false)
        : Canvas(list, drawing, area), array_(drawing.view_state.array()), selected_(selected_cell(drawing)),
          operands_(stands_alone ? std::vector<ArrayId>() : operands_of(drawing)) {
        if (!operands_.empty())
            area_.height -= written_row_height(drawing, area);
        written_ = {area.x, area_.bottom(), area.width, area.height - area_.height};
    }

    void add() {
        Grid grid = best_of(arranged());
        if (view().is_enlarged && written_.height > 0 && !grid.has_numbers())
            grid = without_written_row_if_it_has_numbers(grid);
        grid.add(list_);
        if (on_paper()) // on paper it follows the matrices; in the window it stays at the foot
            written_.y = grid.covered().bottom() + space::medium;
        if (written_.height > 0)
            add_written_row();
    }

private:
    /// Adds the selected token's row as an addition: its word embedding, its position, and their sum. A sentence says
    /// what tells equal words apart.
    void add_written_row() {
        const float sum = std::max(0.0F, written_.height - sentence_height);
        if (sum > 0)
            RowLayout(list_, drawing_, {written_.x, written_.y, written_.width, sum}, selected_).add();
        add_claims({written_.x, written_.y + sum + 14}, equal_words_claims(drawing_, selected_), theme_.ink);
    }

    /// The grid without the written row, if it then has room for numbers: in a lecture numbers come before the written
    /// row.
    Grid without_written_row_if_it_has_numbers(const Grid& with) {
        const Box above = area_;
        area_.height += written_.height;
        Grid grid = best_of(arranged());
        if (grid.has_numbers() && grid.fits()) {
            written_.height = 0;
            return grid;
        }
        area_ = above;
        return with;
    }

    /// The sign before the result. Norm, rotation and cap have an arrow, since their result does not equal the operand;
    /// so have scaled scores that are given or pinned.
    std::string result_sign() const {
        if (operands_.empty())
            return {};
        const OperationId made_by = drawing_.trace.recipe(array_).operation;
        if (made_by == OperationId::scale && !is_overridden(drawing_.layer(), array_))
            return times_sign(drawing_) + " " + display_number(static_cast<float>(score_factor(drawing_.layer())), 2) +
                   " =";
        return operation(made_by).sign.empty() ? "→" : "=";
    }

    MatrixBox box_of(ArrayId array) const {
        const CellId first = canonical(drawing_, {drawing_.layer().number, array, view().item, view().head, 0, 0});
        MatrixBox box{.map = matrix_at(drawing_, {first.layer, array, first.item, first.head},
                                       {.chosen = selected_, .may_change = array == array_})};
        if (array == array_)
            return box;
        box.map.outlines = outlines_of(array, shown_shape(box.map));
        box.map.columns.title.clear();
        if (array != operands_.front())
            box.sign = operation(drawing_.trace.recipe(array_).operation).sign;
        return box;
    }

    MatrixBox result() const {
        MatrixBox box = box_of(array_);
        box.sign = result_sign();
        if (box.map.columns.title.empty())
            box.map.columns.title = role_line(drawing_.session, array_).letters();
        box.map.colour_bar = operands_.empty() || !has_scales_beneath(drawing_, array_);
        if (view().reveal)
            box.map.revealed = view().reveal->cells;
        return box;
    }

    /// The ways to arrange the matrices. Low matrices below each other have their column labels once, and in the window
    /// one colour bar.
    std::vector<Grid> arranged() const {
        const GridRules rules{.largest_cell = operands_.empty() ? largest_cell_alone : equation_largest_cell,
                              .stretched_cell = axis_line_height};
        std::vector<Grid> grids;
        for (MatrixLines& lines : arrangements({all_boxes()}))
            grids.push_back(lines.size() > 2 ? stacked(std::move(lines), rules)
                                             : Grid(drawing_, area_, std::move(lines), rules));
        return grids;
    }

    Grid stacked(MatrixLines lines, GridRules rules) const {
        HeatmapOptions& result = lines.back().back().map;
        for (std::vector<MatrixBox>& line : lines)
            if (HeatmapOptions& map = line.front().map; &map != &result && map.columns.labels == result.columns.labels)
                map.columns = {};
        rules.has_bar = std::exchange(result.colour_bar, false);
        rules.is_bar_of_last = true;
        return {drawing_, area_, std::move(lines), rules};
    }

    std::vector<MatrixBox> all_boxes() const {
        std::vector<MatrixBox> boxes;
        for (const ArrayId operand : operands_)
            boxes.push_back(box_of(operand));
        boxes.push_back(result());
        std::vector<HeatmapOptions*> maps;
        maps.reserve(boxes.size());
        for (MatrixBox& box : boxes) {
            if (!maps.empty())
                box.map.rows = {};
            maps.push_back(&box.map);
        }
        maps.pop_back();
        colour_together(drawing_, maps, boxes.back().map, *boxes.back().map.first_cell);
        return boxes;
    }

    /// The outline of the cell at the selected place, or of its whole row if that is written out.
    std::vector<Outline> outlines_of(ArrayId array, Shape shape) const {
        const ShownPlace place =
            shown_place(drawing_, {drawing_.layer().number, array, 0, 0, selected_.row, selected_.column});
        std::vector<Outline> outlines{{place.row, place.column, 1, 1, Outline::Kind::strong}};
        if (written_.height > 0)
            outlines.push_back(is_transposed(drawing_, array)
                                   ? Outline{0, place.column, shape.rows, 1, Outline::Kind::thin}
                                   : Outline{place.row, 0, 1, shape.columns, Outline::Kind::thin});
        return outlines;
    }

    ArrayId array_;
    CellId selected_;
    std::vector<ArrayId> operands_;
    Box written_; ///< the place of the written row; empty if there is none
};

} // namespace

bool has_equation(const DrawContext& drawing) {
    return !operands_of(drawing).empty();
}

void equation_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    has_scales_beneath(drawing, operands_of(drawing)) ? draw_above_scales<EquationPicture>(list, drawing, area)
                                                      : EquationPicture(list, drawing, area).add();
}

void matrix_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    EquationPicture(list, drawing, area, true).add();
}

} // namespace attn
