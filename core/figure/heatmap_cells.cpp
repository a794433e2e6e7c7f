#include "core/figure/heatmap_cells.h"

#include "core/model/arrays.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <variant>

namespace attn {

namespace {

Heatmap empty_heatmap(const HeatmapOptions& options) {
    Heatmap heatmap;
    heatmap.rows = options.transposed ? options.matrix.columns() : options.matrix.rows();
    heatmap.columns = options.transposed ? options.matrix.rows() : options.matrix.columns();
    heatmap.cells = {0, 0, static_cast<float>(heatmap.columns) * options.cell_width,
                     static_cast<float>(heatmap.rows) * options.cell_height};
    return heatmap;
}

CellBlock cells_in_sight(const HeatmapOptions& options, const Heatmap& places) {
    CellBlock block{0, places.rows, 0, places.columns};
    if (!options.visible)
        return block;
    const Box& box = *options.visible;
    const auto steps = [](float from, float to, float step, Index count) {
        const Index first = bounded(to_integer<Index>(std::floor(from / step)), Index{0}, count);
        const Index last = bounded(to_integer<Index>(std::ceil(to / step)), Index{0}, count);
        return std::pair(first, std::max(first, last));
    };
    std::tie(block.first_row, block.last_row) = steps(box.y, box.bottom(), options.cell_height, places.rows);
    std::tie(block.first_column, block.last_column) = steps(box.x, box.right(), options.cell_width, places.columns);
    return block;
}

} // namespace

HeatmapCells::HeatmapCells(const HeatmapOptions& options)
    : options_(options), map_(colour_map(options.palette, options.look)),
      change_map_(colour_map(options.change_palette, options.look)), places_(empty_heatmap(options)),
      seen_(cells_in_sight(options, places_)) {}

bool HeatmapCells::are_all_seen() const {
    return seen_.last_row - seen_.first_row == places_.rows &&
           seen_.last_column - seen_.first_column == places_.columns;
}

float HeatmapCells::value(Index row, Index column) const {
    return options_.transposed ? options_.matrix(column, row) : options_.matrix(row, column);
}

bool HeatmapCells::masked(Index row, Index column) const {
    return options_.transposed ? is_masked(options_.mask, column, row) : is_masked(options_.mask, row, column);
}

bool HeatmapCells::is_missing(Index row, Index column) const {
    if (!options_.revealed)
        return false;
    const Index place =
        options_.transposed ? column * options_.matrix.columns() + row : row * options_.matrix.columns() + column;
    return place >= *options_.revealed;
}

bool HeatmapCells::has_unmasked() const {
    for (Index i = 0; i < places_.rows; ++i)
        for (Index j = 0; j < places_.columns; ++j)
            if (!masked(i, j))
                return true;
    return false;
}

bool HeatmapCells::is_hatched(Index row, Index column) const {
    const float number = value(row, column);
    return options_.palette == Palette::grey && !options_.is_plain && number < 0 && std::isfinite(number) &&
           !masked(row, column) && !is_missing(row, column);
}

float HeatmapCells::change(Index row, Index column) const {
    if (options_.before.empty())
        return 0;
    const float number = value(row, column);
    const float before = options_.transposed ? options_.before(column, row) : options_.before(row, column);
    return number == before || (std::isnan(number) && std::isnan(before)) ? 0 : number - before;
}

bool HeatmapCells::has_change(Index row, Index column) const {
    const bool is_none = options_.transposed ? is_masked(options_.change_mask, column, row)
                                             : is_masked(options_.change_mask, row, column);
    return !is_none && !is_missing(row, column) && change(row, column) != 0;
}

Colour HeatmapCells::fill(Index row, Index column) const {
    const float number = value(row, column);
    if (options_.is_plain && !std::isnan(number))
        return map_.at(0, Range{}); // the middle colour, even if the range does not contain 0
    return map_.at(number, options_.range);
}

Colour HeatmapCells::change_fill(Index row, Index column) const {
    return change_map_.at(change(row, column), options_.change_range);
}

Target HeatmapCells::target(Index row, Index column) const {
    if (!options_.first_cell)
        return {};
    CellId cell = *options_.first_cell;
    cell.row += options_.transposed ? column : row;
    cell.column += options_.transposed ? row : column;
    if (!options_.heads.empty()) {
        const bool is_beneath = row_of(cell.array).rows == Axis::value_width; // heads of W_O are rows of one matrix
        Index& place = is_beneath ? cell.row : cell.column;
        const Index all = is_beneath ? options_.matrix.rows() : options_.matrix.columns();
        const Index each = all / std::ssize(options_.heads);
        cell.head = options_.heads[static_cast<std::size_t>(place / each)];
        place %= each;
    }
    return cell;
}

Statement HeatmapCells::statement(Index row, Index column, bool is_change) const {
    if (options_.product)
        return product(options_.transposed ? column : row, options_.transposed ? row : column);
    if (options_.residual) {
        ShownResidual number = *options_.residual;
        number.past.column += column;
        number.written.column += column;
        return number;
    }
    const Target of = target(row, column);
    const auto* cell = std::get_if<CellId>(&of);
    if (cell == nullptr)
        return {};
    ShownNumber number = options_.numbers_are;
    number.cell = *cell;
    number.is_change = number.is_change || is_change;
    if (number.less) {
        number.less->row += cell->row - options_.first_cell->row;
        number.less->column += cell->column - options_.first_cell->column;
    }
    return number;
}

ShownProduct HeatmapCells::product(Index row, Index column) const {
    ShownProduct product = *options_.product;
    product.left.row += row;
    (product.right_transposed ? product.right.row : product.right.column) += column;
    return product;
}

} // namespace attn
