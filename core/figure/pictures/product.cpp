#include "core/figure/pictures/product.h"

#include "core/figure/layout/grid.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/written_sum.h"
#include "core/model/arrays.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace attn {

Matrix stacked_W_O(const Layer& layer) {
    std::vector<Matrix> blocks;
    for (const HeadWeights& head : layer.heads)
        blocks.push_back(head.W_O);
    return stacked(blocks);
}

namespace {

constexpr float plain_gap = 48; // beneath the right matrix, if no sum is written
constexpr float readable_cell = 6;
constexpr float wide_enough_for_titles = 400; // for the title of the attention weights' rows, which takes width from
                                              // all cells
/// The part of the room for the inner dimension if not all cells can be readable.
constexpr float inner_share = 0.36F;
constexpr GridRules product_rules{.largest_cell = 72,
                                  .stretched_cell = 8,
                                  .least_gutter = 64, // between the left matrix and the result
                                  .beside_words = 16,
                                  .line_gap = 0,
                                  .aligned = true};

/// A product with its operands. If tokens are columns, it is shown transposed: (L R)ᵀ = Rᵀ Lᵀ.
class ProductPicture : Canvas {
public:
    ProductPicture(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), selected_(selected_cell(drawing)), array_(drawing.view_state.array()),
          operands_(shown_operands(drawing, array_)), transposed_(is_transposed(drawing, array_)),
          left_(transposed_ ? operand(operands_.right, !operands_.right_transposed) : operand(operands_.left, false)),
          right_(transposed_ ? operand(operands_.left, true) : operand(operands_.right, operands_.right_transposed)),
          result_(operand(array_, transposed_, true)), place_(shown_place(drawing, selected_)) {
        if (is_of_all_heads())
            show_all_heads(transposed_ ? left_ : right_);
        inner_ = shown_shape(left_).columns;
        colour_together(drawing_, std::array{&left_, &right_}, result_, selected_, Sharing::comparable);
        label();
        if (wants_sum())
            sum_.emplace(drawing_, selected_);
    }

    void add() {
        const bool wants_sum = sum_ && sum_->has_terms();
        Grid grid = arranged();
        list_.lacks_terms = list_.lacks_terms || (on_paper() && wants_sum && !sum_);
        const bool lacks_all = !sum_ && view().numbers == CellNumbers::printed && !grid.has_numbers();
        if (on_paper() && !view().reveal && (is_too_low_for(grid) || lacks_all))
            if (const Grid in_lines = arranged_in_lines();
                is_too_low_for(grid) || (in_lines.has_numbers() && in_lines.fits() && in_lines.is_within_area()))
                return in_lines.add(list_);
        if (!on_paper() && !view().reveal && has_flat_rows(grid))
            if (const Grid in_lines = arranged_in_lines(); in_lines.is_within_area() && !has_flat_rows(in_lines))
                return in_lines.add(list_);
        if (view().reveal)
            reveal(grid, *view().reveal);
        grid.add(list_);
        const Box left = grid.cells(1, 0);
        const Box right = grid.cells(0, 1);
        add_left_name(left);
        add_leaders(left, right, grid.cells(1, 1));
        if (sum_)
            sum_->add(list_, {.right = left.right(),
                              .top = right.y,
                              .row_height = grid.box(0, 1).map.cell_height,
                              .rows = inner_,
                              .colours = term_colours()});
    }

private:
    /// The operands as they are shown: the head's columns of concat if numbers of concat are given or pinned.
    static ProductOperands shown_operands(const DrawContext& drawing, ArrayId array) {
        ProductOperands operands = *product_operands(drawing.trace.structure(), array);
        if (has_heads(array) && is_in_blocks(drawing.trace.recipe(array).operands[0].array))
            operands.left = multiplied_by_W_O(drawing);
        return operands;
    }

    HeatmapOptions operand(ArrayId array, bool transposed, bool may_change = false) const {
        if (is_in_blocks(array) && has_heads(array_))
            return columns_of_head(array, transposed);
        const Address address{drawing_.layer().number, array, view().item, view().head};
        return matrix_at(drawing_, address, transposed,
                         {.rows = false, .columns = false, .name = NamePlace::right, .may_change = may_change});
    }

    HeatmapOptions columns_of_head(ArrayId array, bool transposed) const {
        HeatmapOptions options = heat_of_multiplied(drawing_, view().head, transposed);
        options.name = set_formula(drawing_, symbol_of(array), BoxLabels().name_size, theme_.ink);
        options.name_place = NamePlace::right;
        return options;
    }

    /// The range of colours for terms: the result's, since they add up to it.
    const Range& term_colours() const { return result_.range; }

    /// True if one product multiplies the weights of all heads.
    bool is_of_all_heads() const {
        const ArrayId weights = is_parameter(operands_.right) ? operands_.right : operands_.left;
        return !has_heads(array_) && is_parameter(weights) && has_heads(weights);
    }

    void show_all_heads(HeatmapOptions& weights) const {
        const ArrayId array = is_parameter(operands_.right) ? operands_.right : operands_.left;
        weights.matrix = stacked_W_O(drawing_.layer());
        weights.range = range_of(weights.matrix, weights.palette);
        weights.heads = drawing_.trace.addresses().heads(array);
        weights.first_cell->head = weights.heads.front();
        weights.shape_is = written_fact(Quantity::shape_of_all_heads, {drawing_.layer().number, array}, {});
        weights.scale_name = symbol_of_all_heads(array);
        const std::string symbol = symbol_of_all_heads(array);
        weights.name = set_formula(drawing_, weights.transposed ? transposed_symbol(symbol) : symbol,
                                   BoxLabels().name_size, theme_.ink);
    }

    void label() {
        left_.rows = left_axis_of(drawing_, array_, selected_);
        if (left_.rows.title.empty() && !transposed_ && area_.width >= wide_enough_for_titles)
            left_.rows.title = left_axis_of(drawing_, operands_.left).title; // "who reads", for attention weights
        left_.columns = column_axis_of(drawing_, product_operands(drawing_.trace.structure(), array_)->left);
        left_.name_place = NamePlace::none; // the name stands beside the sum
        right_.rows = left_.columns;
        right_.rows.title.clear();
        result_.columns = lower_axis_of(drawing_, array_, selected_);
        if (result_.columns.title.empty())
            result_.columns.title = role_line(drawing_.session, array_).letters();
        if (!view().marks_cell)
            return;
        result_.outlines = chosen_cell(place_.row, place_.column, shown_shape(result_));
        left_.outlines = {{place_.row, 0, 1, inner_, Outline::Kind::strong}};
        right_.outlines = {{0, place_.column, inner_, 1, Outline::Kind::strong}};
    }

    /// The box of the result. In the window it keeps room for a Δ before its name, so that nothing moves when changes
    /// are shown.
    MatrixBox result_box() const {
        MatrixBox box{.map = result_};
        if (on_paper())
            return box;
        const auto named = [&](const std::string& symbol) {
            MatrixBox other = box;
            other.map.name = set_formula(drawing_, symbol, BoxLabels().name_size, {});
            other.map.cell_width = other.map.cell_height = product_rules.largest_cell; // with this size, all of the
                                                                                       // name fits beside
            return other;
        };
        const MatrixBox plain = named(symbol_of(drawing_, array_));
        const MatrixBox changed = named(changed_symbol(symbol_of(drawing_, array_)));
        const float shape = width_of(shape_text(result_), small());
        box.kept.right = std::max(changed.map.name.width, shape) - std::max(plain.map.name.width, shape);
        if (result_.numbers_are.is_change) {
            const Margins now = margins_of(drawing_, changed);
            box.kept.right += margins_of(drawing_, plain).right - now.right;
            box.kept.above = margins_of(drawing_, plain).above - now.above;
        }
        return box;
    }

    /// True if the sum of the selected cell is written beside the right matrix: not if the picture is zoomed, or is
    /// read by rows or as outer products.
    bool wants_sum() const {
        const bool by_cell = !view().reveal || view().reveal->reading == Reading::cells;
        return view().zoom <= 1 && by_cell;
    }

    /// The grid with the written sum, or without it if the sum has no room or would make cells too small. On paper, if
    /// the sum would cost the cells their numbers, it is first tried with fewer decimals.
    Grid arranged() {
        if (!sum_)
            return arranged(plain_gap, 1);
        if (auto grid = arranged_with_sum())
            return *std::move(grid);
        for (const int decimals : on_paper() ? sum_->fewer_decimals() : std::vector<int>()) {
            sum_->shorten(decimals);
            auto grid = arranged_with_sum();
            if (grid && is_readable(*grid) && grid->has_numbers()) // numbers in cells are worth more than the terms
                return *std::move(grid);
        }
        sum_.reset();
        return arranged(plain_gap, 1);
    }

    std::optional<Grid> arranged_with_sum() const {
        const float total = left_.name.width + space::large + sum_->total_width();
        Grid grid = arranged(sum_->height_beneath(inner_), std::max(sum_->width(), total));
        const bool has_room = grid.fits() && sum_->has_room(inner_, grid.box(0, 1).map.cell_height);
        const bool has_all = is_readable(grid) && (grid.has_numbers() || !on_paper());
        return has_room && (has_all || !costs(grid)) ? std::optional(std::move(grid)) : std::nullopt;
    }

    /// True if the written sum makes cells too small to be read, or on paper too small for their numbers.
    bool costs(const Grid& with_sum) const {
        const Grid plain = grid_of(plain_gap, 1, rules());
        const bool numbers = on_paper() && plain.has_numbers() && !with_sum.has_numbers();
        return numbers || (is_readable(plain) && !is_readable(with_sum));
    }

    bool is_readable(const Grid& grid) const {
        return std::min(grid.cell().x, grid.cell().y) >= readable_cell * view().zoom;
    }

    /// The rules of the product's grid. In the window, rows of long matrices are high enough for their labels.
    GridRules rules() const {
        GridRules rules = product_rules;
        rules.stretched_cell = on_paper() ? rules.stretched_cell : 20;
        return rules;
    }

    /// The grid of left matrix, right matrix and result. `gap` is the room beneath the right matrix; `corner` is the
    /// width of the sum beside it, whose right edge is that of the left matrix.
    Grid grid_of(float gap, float corner, const GridRules& rules) const {
        return {drawing_,
                area_,
                {{{.least_width = corner}, {.map = right_, .edge_width = 0, .kept = {.below = gap}}},
                 {{.map = left_, .edge_width = 0}, result_box()}},
                rules};
    }

    /// The grid of the product. If not all cells can be readable, those along the inner dimension are smaller.
    Grid arranged(float gap, float corner) const {
        GridRules rules = this->rules();
        Grid grid = grid_of(gap, corner, rules);
        if (is_readable(grid) && (on_paper() || grid.has_words()))
            return grid;
        const Shape shape = shown_shape(result_);
        const auto inner_cell = [&](float room, float covered, float own, Index cells) {
            const float left = room - covered + own * static_cast<float>(inner_ + cells);
            return std::min(left * inner_share / static_cast<float>(inner_), rules.largest_cell) * view().zoom;
        };
        rules.inner_cell.x = inner_cell(area_.width, grid.covered().width, grid.cell().x, shape.columns);
        rules.inner_cell.y = inner_cell(area_.height, grid.covered().height, grid.cell().y, shape.rows);
        Grid smaller = grid_of(gap, corner, rules);
        return is_readable(grid) && !smaller.has_words() ? grid : smaller;
    }

    /// True if the page is wide, and too low for the right matrix above the result.
    bool is_too_low_for(const Grid& grid) const {
        constexpr float rounding = 2;
        return area_.width > area_.height && grid.covered().height > area_.height + rounding;
    }

    /// True if rows in a low window would look like lines; matrices are then side by side. Checks the first two boxes;
    /// if the right matrix is above, the first is an empty corner.
    bool has_flat_rows(const Grid& grid) const {
        constexpr float low_stage = 240;
        constexpr float flat_row = 9;
        return area_.height < low_stage && grid.box(0, 0).map.cell_height < flat_row &&
               grid.box(0, 1).map.cell_height < flat_row;
    }

    /// The grid left · right = result, with the matrices side by side or one below the other.
    Grid arranged_in_lines() const {
        MatrixBox left{.map = left_, .edge_width = 0};
        MatrixBox right{.map = right_, .sign = "·", .edge_width = 0};
        MatrixBox result{.map = result_, .sign = "="};
        for (MatrixBox* const box : {&left, &right, &result})
            box->map.name_place = NamePlace::above;
        result.map.columns.title.clear(); // the title would reach beneath the right matrix, which is higher
        std::vector<Grid> grids;
        for (const MatrixLines& lines : arrangements({{left, right, result}}))
            grids.emplace_back(
                drawing_, area_, lines,
                GridRules{.largest_cell = product_rules.largest_cell, .stretched_cell = product_rules.stretched_cell});
        return best_of(grids);
    }

    /// Shows the part of the result that the animation has computed, and outlines the operands of its step.
    void reveal(Grid& grid, const Reveal& now) const {
        HeatmapOptions& result = grid.box(1, 1).map;
        if (now.reading != Reading::outer_products) {
            result.revealed = now.cells;
            return;
        }
        result.matrix = outer_products(now.terms);
        result.before = Matrix();
        result.change_mask = Matrix();
        result.first_cell.reset(); // the cells do not have the stage's numbers yet
        result.transposed = false;
        result.outlines.clear();
        const Index last = std::clamp<Index>(now.terms - 1, 0, inner_ - 1);
        grid.box(1, 0).map.outlines = {{0, last, shown_shape(left_).rows, 1, Outline::Kind::strong}};
        grid.box(0, 1).map.outlines = {{last, 0, 1, shown_shape(right_).columns, Outline::Kind::strong}};
    }

    /// The sum of the first `count` outer products of a column of the left matrix and a row of the right one, as shown.
    Matrix outer_products(Index count) const {
        const Shape shape = shown_shape(result_);
        const auto at = [](const HeatmapOptions& options, Index i, Index j) {
            return options.transposed ? options.matrix(j, i) : options.matrix(i, j);
        };
        std::vector<float> sum(static_cast<std::size_t>(shape.rows * shape.columns));
        for (Index i = 0; i < shape.rows; ++i)
            for (Index j = 0; j < shape.columns; ++j) {
                float& cell = sum[static_cast<std::size_t>(i * shape.columns + j)];
                for (Index c = 0; c < std::min(count, inner_); ++c)
                    cell += at(left_, i, c) * at(right_, c, j);
            }
        return Matrix::adopt(std::move(sum), shape.rows, shape.columns);
    }

    /// Adds the name above the left matrix; further to the left if the sum is there.
    void add_left_name(const Box& left) {
        float x = left.x;
        if (sum_)
            x = std::min(x, left.right() - sum_->total_width() - space::large - left_.name.width);
        append(left_.name.list, {x, left.y - plain_gap / 2});
    }

    void add_leaders(const Box& left, const Box& right, const Box& result) {
        if (!view().marks_cell)
            return;
        const Stroke dots{theme_.connector, 1, LineStyle::dashed};
        const Shape shape = shown_shape(result_);
        const float row =
            result.y + (static_cast<float>(place_.row) + 0.5F) * result.height / static_cast<float>(shape.rows);
        const float column =
            result.x + (static_cast<float>(place_.column) + 0.5F) * result.width / static_cast<float>(shape.columns);
        add_line({left.right() + 2, row}, {result.x - 2, row}, dots);
        add_line({column, right.bottom() + 2}, {column, result.y - 2}, dots);
    }

    CellId selected_;
    ArrayId array_;
    ProductOperands operands_;
    bool transposed_;
    HeatmapOptions left_;
    HeatmapOptions right_;
    HeatmapOptions result_;
    Index inner_ = 0;               ///< the inner dimension
    ShownPlace place_;              ///< place of the selected cell
    std::optional<WrittenSum> sum_; ///< the sum beside the right matrix; nullopt if it has no room
};

} // namespace

bool shows_product(const DrawContext& drawing, ArrayId array) {
    const auto operands = product_operands(drawing.trace.structure(), array);
    return operands && has_array(drawing, operands->left) && has_array(drawing, operands->right) &&
           !is_given(drawing, array);
}

void product_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales<ProductPicture>(list, drawing, area, true);
}

} // namespace attn
