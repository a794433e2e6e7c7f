#include "core/handouts/pencil_matrix.h"

#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/text_layout.h"
#include "core/handouts/worked_cell.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float smallest_type = 9; ///< logical pixels, if numbers do not fit otherwise

/// The least number of decimals, up to `most_decimals`, with which all numbers are exact: whole numbers get none.
int decimals_of(ConstView matrix, int most_decimals) {
    int decimals = 0;
    for (Index i = 0; i < matrix.rows; ++i)
        for (const float value : matrix.row(i))
            while (decimals < most_decimals && !is_exact_by_hand(value, decimals))
                ++decimals;
    return decimals;
}

void rule_cells(DisplayList& list, const Heatmap& map) {
    const Colour colour = theme(Look::light).connector;
    for (Index i = 0; i <= map.rows; ++i) {
        const float y = map.cells.y + map.cells.height * static_cast<float>(i) / static_cast<float>(map.rows);
        add_rule(list, {map.cells.x, y - 0.5F}, {map.cells.right(), y - 0.5F}, colour);
    }
    for (Index j = 0; j <= map.columns; ++j) {
        const float x = map.cells.x + map.cells.width * static_cast<float>(j) / static_cast<float>(map.columns);
        add_rule(list, {x - 0.5F, map.cells.y}, {x - 0.5F, map.cells.bottom()}, colour);
    }
}

/// The numbers of a part of an array as they are computed on paper.
Matrix numbers_on_paper(const Matrix& part, const Trace& trace, CellId first) {
    std::vector<float> values;
    for (Index i = 0; i < part.rows(); ++i)
        for (Index j = 0; j < part.columns(); ++j) {
            CellId cell = first;
            cell.row += i;
            cell.column += j;
            values.push_back(is_stage(cell.array) ? number_on_paper(trace, cell) : part(i, j));
        }
    return Matrix::adopt(std::move(values), part.rows(), part.columns());
}

/// The options with zeros in the blank cells, so that hidden numbers take no room.
HeatmapOptions without_answers(HeatmapOptions options, const Heatmap& map, const PencilCells& cells) {
    const Index columns = options.matrix.columns();
    std::vector<float> values;
    for (Index i = 0; i < options.matrix.rows(); ++i)
        values.insert(values.end(), options.matrix.row(i).begin(), options.matrix.row(i).end());
    for (const Item& item : map.list.items) {
        const auto* const cell = std::get_if<CellId>(&item.target);
        const auto* const ground = std::get_if<Rectangle>(&item.shape());
        if (cell == nullptr || ground == nullptr || !cells.blank.contains(*cell))
            continue;
        const Point centre = ground->box.centre();
        auto row = to_integer<Index>(std::floor((centre.y - map.cells.y) / options.cell_height));
        auto column = to_integer<Index>(std::floor((centre.x - map.cells.x) / options.cell_width));
        if (options.transposed)
            std::swap(row, column);
        values.at(static_cast<std::size_t>(row * columns + column)) = 0;
    }
    options.matrix = Matrix::adopt(std::move(values), options.matrix.rows(), columns);
    options.decimals = decimals_of(options.matrix, options.decimals);
    return options;
}

} // namespace

HeatmapOptions pencil_matrix(const DrawContext& drawing, const CellId& first, bool transposed, const Submatrix& part) {
    HeatmapOptions options = heat_of(drawing, first, transposed);
    options.shape =
        Shape{part.rows.count(), part.columns.count()} == options.matrix.shape(); // a part has another shape
    for (Matrix* const numbers : {&options.matrix, &options.mask})
        if (!numbers->empty())
            *numbers = numbers->row_block(part.rows.first, part.rows.count())
                           .column_block(part.columns.first, part.columns.count());
    options.first_cell->row += part.rows.first;
    options.first_cell->column += part.columns.first;
    options.matrix = numbers_on_paper(options.matrix, drawing.trace, *options.first_cell);
    options.palette = Palette::diverging;
    options.is_plain = true;
    options.shape_before.clear(); // a sheet is about one item
    options.numbers = CellNumbers::printed;
    options.decimals = decimals_of(options.matrix, drawing.view_state.fine_decimals());
    return options;
}

AxisLabels labels_of(AxisLabels axis, IndexRange shown) {
    if (shown.count() < std::ssize(axis.labels)) {
        axis.labels = {axis.labels.begin() + shown.first, axis.labels.begin() + shown.last};
        axis.target.clear();
    }
    return axis;
}

Heatmap lay_out_for_pencil(const HeatmapOptions& options, const PencilCells& cells, const Typesetter& typesetter) {
    Heatmap map = lay_out(options, typesetter);
    HeatmapOptions fewer = options;
    if (!cells.answered && !cells.blank.empty()) {
        fewer = without_answers(options, map, cells);
        map = lay_out(fewer, typesetter);
    }
    for (const float type : {options.smallest_number, smallest_type}) {
        fewer.smallest_number = std::min(type, options.smallest_number);
        for (fewer.decimals = options.decimals; cells.rounds && map.list.lacks_numbers && fewer.decimals > 1;) {
            --fewer.decimals;
            map = lay_out(fewer, typesetter);
        }
    }
    std::vector<Point> emptied;
    for (Item& item : map.list.items) {
        const auto* cell = std::get_if<CellId>(&item.target);
        if (cell == nullptr || !cells.blank.contains(*cell))
            continue;
        item.change_any<Rectangle>([&](Rectangle& ground) {
            ground.fill = theme(Look::light).panel;
            if (!cells.answered)
                emptied.push_back(ground.box.centre());
        });
    }
    std::erase_if(map.list.items, [&](const Item& item) {
        const auto* text = std::get_if<Text>(&item.shape());
        return text != nullptr && std::ranges::find(emptied, text->position) != emptied.end();
    });
    rule_cells(map.list, map);
    return map;
}

} // namespace attn
