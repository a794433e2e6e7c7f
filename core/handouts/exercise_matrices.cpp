#include "core/handouts/exercise_matrices.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/product.h"
#include "core/figure/pictures/text_layout.h"
#include "core/handouts/worked_cell.h"
#include "core/model/structure.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float name_size = 15;
constexpr float narrowest_cell = 26;
constexpr float smallest_type = 9;
constexpr Box area{0, 0, paper::text_width, paper::text_height};
constexpr GridRules pencil_rules{
    .largest_cell = 40, .stretched_cell = 40, .least_gutter = 24, .beside_words = space::small, .height_share = 0.65F};

/// The least number of decimals, up to `most_decimals`, with which all numbers are exact: whole numbers get none.
int decimals_of(ConstView matrix, int most_decimals) {
    int decimals = 0;
    for (Index i = 0; i < matrix.rows; ++i)
        for (const float value : matrix.row(i))
            while (decimals < most_decimals && !is_exact_by_hand(value, decimals))
                ++decimals;
    return decimals;
}

/// Keeps the labels of the rows or columns that are shown.
void keep(AxisLabels& axis, IndexRange shown) {
    if (shown.count() >= std::ssize(axis.labels))
        return;
    axis.labels = {axis.labels.begin() + shown.first, axis.labels.begin() + shown.last};
    axis.target.clear();
}

Matrix part_of(const Matrix& matrix, const Submatrix& part) {
    return matrix.row_block(part.rows.first, part.rows.count()).column_block(part.columns.first, part.columns.count());
}

void rule_cells(DisplayList& list, const Heatmap& map) {
    const Colour colour = theme(Look::light).connector;
    for (Index i = 0; i <= map.rows; ++i) {
        const float y = map.cells.height * static_cast<float>(i) / static_cast<float>(map.rows) - 0.5F;
        add_rule(list, {0, y}, {map.cells.right(), y}, colour);
    }
    for (Index j = 0; j <= map.columns; ++j) {
        const float x = map.cells.width * static_cast<float>(j) / static_cast<float>(map.columns) - 0.5F;
        add_rule(list, {x, 0}, {x, map.cells.bottom()}, colour);
    }
}

class ExerciseMatrices {
public:
    ExerciseMatrices(const DrawContext& drawing, const ExerciseLine& line, const Exercise& exercise,
                     const PencilCells& cells)
        : drawing_(drawing), line_(line), exercise_(exercise), cells_(cells) {}

    std::optional<DisplayList> make() const {
        const ArrayId stage = exercise_.slot.array;
        if (!shows_product(drawing_, stage) || line_.is_sum_over_heads())
            return drawn(grid_of(in_line()));
        GridRules crosswise = pencil_rules;
        crosswise.aligned = true;
        const auto [left, right, result] = product();
        auto product = drawn(grid_of({{{.least_width = 1}, right}, {left, result}}, crosswise));
        return product ? product : drawn(grid_of({{left}, {right}, {with_rows_of(left, result)}}, crosswise));
    }

private:
    struct Product {
        MatrixBox left, right, result;
    };

    Grid grid_of(MatrixLines lines, const GridRules& rules = pencil_rules) const {
        return {drawing_, area, std::move(lines), rules};
    }

    /// The part of an array's matrix: its numbers have no more decimals than they need, and all cells have one pale
    /// ground.
    MatrixBox box(ArrayId array, Index head, bool transposed, const Submatrix& part) const {
        const Address address{drawing_.layer().number, array, drawing_.view_state.item, head};
        MatrixBox box{.map = matrix_at(drawing_, address, transposed, {.name_size = name_size})};
        HeatmapOptions& map = box.map;
        const Shape whole = map.matrix.shape();
        map.shape = Shape{part.rows.count(), part.columns.count()} == whole;
        keep(map.rows, transposed ? part.columns : part.rows);
        keep(map.columns, transposed ? part.rows : part.columns);
        map.matrix = part_of(map.matrix, part);
        if (!map.mask.empty())
            map.mask = part_of(map.mask, part);
        map.first_cell->row += part.rows.first;
        map.first_cell->column += part.columns.first;
        map.matrix = numbers_on_paper(map.matrix, *map.first_cell);
        make_plain(map);
        return box;
    }

    /// The numbers as computed on paper. Numbers that are not shown become 0, so that they take no room.
    Matrix numbers_on_paper(const Matrix& part, const CellId& first) const {
        std::vector<float> values;
        for (Index i = 0; i < part.rows(); ++i)
            for (Index j = 0; j < part.columns(); ++j) {
                CellId cell = first;
                cell.row += i;
                cell.column += j;
                values.push_back(is_empty(cell)         ? 0
                                 : is_stage(cell.array) ? number_on_paper(drawing_.trace, cell)
                                                        : part(i, j));
            }
        return Matrix::adopt(std::move(values), part.rows(), part.columns());
    }

    bool is_empty(const CellId& cell) const { return !cells_.answered && cells_.blank.contains(cell); }

    void make_plain(HeatmapOptions& map) const {
        map.palette = Palette::diverging;
        map.is_plain = true;
        map.shape_before.clear(); // a sheet is about one item
        map.numbers = CellNumbers::printed;
        map.smallest_number = smallest_type;
        map.decimals = decimals_of(map.matrix, drawing_.view_state.fine_decimals());
        const float room = (paper::text_width - label_width(drawing_, map.rows) - map.name.width - space::section) /
                           static_cast<float>(shown_shape(map).columns);
        while (map.decimals > 1 && width_for_numbers(map, drawing_.typesetter) > room)
            --map.decimals;
    }

    /// The operands and the result; with tokens as columns transposed: (L R)ᵀ = Rᵀ Lᵀ.
    Product product() const {
        const ArrayId stage = exercise_.slot.array;
        const ProductOperands operands = *product_operands(drawing_.trace.structure(), stage);
        const Index head = drawing_.view_state.head;
        const bool transposed = is_transposed(drawing_, stage);
        const IndexRange inner{0, array_shape(drawing_, operands.left).columns};
        const MatrixBox of_rows = box(operands.left, head, transposed, {exercise_.part.rows, inner});
        const bool turns = operands.right_transposed != transposed;
        const bool is_of_all_heads = !has_heads(stage) && is_parameter(operands.right) && has_heads(operands.right);
        const MatrixBox of_columns = is_of_all_heads ? weights_of_all_heads(operands.right, turns)
                                     : operands.right_transposed
                                         ? box(operands.right, head, turns, {exercise_.part.columns, inner})
                                         : box(operands.right, head, turns, {inner, exercise_.part.columns});
        Product made{transposed ? of_columns : of_rows, transposed ? of_rows : of_columns,
                     box(stage, head, transposed, exercise_.part)};
        AxisLabels numbers = column_axis_of(drawing_, operands.left);
        numbers.title.clear();
        made.left.map.rows = made.result.map.rows;
        made.left.map.columns = numbers;
        made.left.map.columns_above = true;
        made.right.map.rows = numbers;
        made.right.map.columns = {};
        made.result.map.rows = {};
        for (MatrixBox* const box : {&made.right, &made.result})
            box->map.name_place = NamePlace::right;
        return made;
    }

    /// The asked columns of all heads' output weights, one head below the other.
    MatrixBox weights_of_all_heads(ArrayId weights, bool transposed) const {
        const Index rows = array_shape(drawing_, weights).rows;
        MatrixBox box = this->box(weights, 0, transposed, {{0, rows}, exercise_.part.columns});
        HeatmapOptions& map = box.map;
        const Matrix all = stacked_W_O(drawing_.layer());
        map.matrix = part_of(all, {{0, all.rows()}, exercise_.part.columns});
        map.shape = map.matrix.columns() == all.columns();
        map.first_cell.reset();
        map.shape_is = written_fact(Quantity::shape_of_all_heads, {drawing_.layer().number, weights}, {});
        const std::string symbol = symbol_of_all_heads(weights);
        map.name =
            set_formula(drawing_, transposed ? transposed_symbol(symbol) : symbol, name_size, drawing_.theme().ink);
        make_plain(map);
        return box;
    }

    static MatrixBox with_rows_of(const MatrixBox& left, MatrixBox box) {
        box.map.rows = left.map.rows;
        return box;
    }

    /// The matrices of the exercise's line, wrapped to further lines where they are too wide.
    MatrixLines in_line() const {
        std::vector<MatrixBox> boxes;
        float cell = narrowest_cell;
        for (const LinePart& part : line_.parts()) {
            MatrixBox& box = boxes.emplace_back(
                this->box(part.array, part.head, is_transposed(drawing_, part.array), line_.part_beside(part.array)));
            box.sign = part.sign;
            box.map.shape = false;
            box.map.columns.title.clear();
            if (!part.called.empty())
                box.map.name = set_formula(drawing_, part.called + symbol_of(drawing_, part.array), name_size,
                                           drawing_.theme().ink, part.head);
            cell = std::max(cell, width_for_numbers(box.map, drawing_.typesetter));
        }
        const float labels = label_width(drawing_, boxes.front().map.rows) + space::section;
        MatrixLines lines;
        float used = paper::text_width;
        for (MatrixBox& box : boxes) {
            const float columns = static_cast<float>(cells_of(box).columns) * cell;
            const float sign = sign_width(drawing_, box.sign) + 2 * space::medium;
            const float width = std::max(columns, box.map.name.width) + sign;
            const bool begins_line = used + width > paper::text_width;
            if (begins_line)
                lines.emplace_back();
            used = width + (begins_line ? labels : used);
            if (!begins_line)
                box.map.rows = {};
            lines.back().push_back(std::move(box));
        }
        return lines;
    }

    /// The matrices of the grid with their signs; nullopt if they lack room.
    std::optional<DisplayList> drawn(const Grid& grid) const {
        if (!grid.fits() || !grid.is_within_area() || !grid.has_numbers() || grid.cell().x < narrowest_cell)
            return std::nullopt;
        DisplayList list;
        for (std::size_t line = 0; line < grid.lines(); ++line)
            for (std::size_t place = 0; place < static_cast<std::size_t>(grid.places()); ++place) {
                const MatrixBox& box = grid.box(line, place);
                if (box.is_empty())
                    continue;
                const Box cells = grid.cells(line, place);
                const float left = cells.x - grid.margins(line, place).left;
                list.append(for_pencil(box.map), {cells.x, cells.y});
                add_sign(list, drawing_, box.sign,
                         {left - sign_width(drawing_, box.sign) / 2 - space::medium, cells.y + cells.height / 2}, area);
            }
        return list;
    }

    /// The matrix with ruled cells; those to be filled in are white.
    DisplayList for_pencil(const HeatmapOptions& options) const {
        Heatmap map = lay_out(options, drawing_.typesetter);
        const auto blank = [&](const CellId* cell) { return cell != nullptr && cells_.blank.contains(*cell); };
        std::erase_if(map.list.items, [&](const Item& item) {
            const auto* const number = std::get_if<ShownNumber>(&item.says);
            return number != nullptr && is_empty(number->cell) && std::holds_alternative<Text>(item.shape());
        });
        for (Item& item : map.list.items)
            if (blank(std::get_if<CellId>(&item.target)))
                item.change_any<Rectangle>([&](Rectangle& ground) { ground.fill = theme(Look::light).panel; });
        rule_cells(map.list, map);
        return std::move(map.list);
    }

    const DrawContext& drawing_;
    const ExerciseLine& line_;
    const Exercise& exercise_;
    const PencilCells& cells_;
};

} // namespace

std::optional<DisplayList> exercise_matrices(const DrawContext& drawing, const ExerciseLine& line,
                                             const Exercise& exercise, const PencilCells& cells) {
    return ExerciseMatrices(drawing, line, exercise, cells).make();
}

} // namespace attn
