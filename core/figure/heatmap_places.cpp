// Places of the cells of a matrix and of the labels beside them.

#include "core/figure/heatmap.h"
#include "core/model/claim.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace attn {

Statement what_shape_says(const HeatmapOptions& options) {
    if (!options.shape_is && options.first_cell && options.heads.empty() && !options.is_part)
        return ShownName{*options.first_cell, options.numbers_are.is_change};
    Fact shape = options.shape_is.value_or(Fact());
    if (!options.shape_is && options.first_cell && !options.heads.empty())
        shape = written_fact(Quantity::shape_of_all_heads, *options.first_cell, {});
    else if (!options.shape_is && options.first_cell) {
        shape = written_fact(Quantity::row_shape, *options.first_cell, {});
        shape.terms = {options.transposed ? 1 : 0}; // 1: the shape is written transposed, as it is drawn
    } else if (!options.shape_is)
        return {};
    if (shape.of == Quantity::shape_of_all_heads)
        shape.terms = {options.transposed ? 1 : 0};
    const Index rows = options.transposed ? options.matrix.columns() : options.matrix.rows();
    const Index columns = options.transposed ? options.matrix.rows() : options.matrix.columns();
    shape.written = fmt::format("{}×{}", rows, columns);
    return ShownClaims{{{shape_text(options), std::move(shape)}}};
}

std::string shape_text(const HeatmapOptions& options) {
    const auto [rows, columns] = options.matrix.shape();
    return fmt::format("{}{}×{}{}", options.shape_before, options.transposed ? columns : rows,
                       options.transposed ? rows : columns, options.shape_note);
}

Box Heatmap::cell(Index row, Index column) const {
    return block(row, column, 1, 1);
}

Box Heatmap::block(Index row, Index column, Index block_rows, Index block_columns) const {
    const float width = cells.width / static_cast<float>(columns);
    const float height = cells.height / static_cast<float>(rows);
    return {cells.x + static_cast<float>(column) * width, cells.y + static_cast<float>(row) * height,
            static_cast<float>(block_columns) * width, static_cast<float>(block_rows) * height};
}

std::optional<std::pair<Index, Index>> Heatmap::cell_at(Point point) const {
    if (!cells.contains(point))
        return std::nullopt;
    const float down = (point.y - cells.y) / cells.height * static_cast<float>(rows);
    const float across = (point.x - cells.x) / cells.width * static_cast<float>(columns);
    return std::pair(std::min(to_integer<Index>(down), rows - 1), std::min(to_integer<Index>(across), columns - 1));
}

ColourBar colour_bar_of(const HeatmapOptions& options) {
    return {.range = options.range,
            .palette = options.palette,
            .look = options.look,
            .decimals = options.decimals,
            .caption = options.bar_caption,
            .has_bands = !options.is_measured};
}

std::vector<Outline> chosen_cell(Index row, Index column, Shape shown) {
    return {{row, 0, 1, shown.columns, Outline::Kind::thin},
            {0, column, shown.rows, 1, Outline::Kind::thin},
            {row, column, 1, 1, Outline::Kind::strong}};
}

void add_outline(DisplayList& list, Outline::Kind kind, const Box& place, const Theme& theme, bool on_grey) {
    Rectangle around;
    around.box = place;
    switch (kind) {
    case Outline::Kind::strong:
        list.marks.outline = true;
        around.stroke = {theme.ink, 2};
        around.corner_radius = 2;
        if (on_grey) { // a dark outline alone would not be visible on dark cells
            Rectangle within;
            within.box = place.grown(-1.75F);
            within.stroke = {theme.panel, 1.5F};
            if (!within.box.empty()) // empty if the cell is lower than both frames
                list.add(within);
        }
        break;
    case Outline::Kind::thin:
        around.stroke = {faded(theme.ink, 0.6F), 1};
        break;
    case Outline::Kind::dashed:
        around.stroke = {theme.ink, 1.5F, LineStyle::dashed};
        break;
    }
    list.add(around);
}

void share_number_size(const std::vector<HeatmapOptions*>& maps, const Typesetter& typesetter) {
    float size = std::numeric_limits<float>::max();
    for (const HeatmapOptions* map : maps)
        size = std::min(size, number_size(*map, typesetter));
    for (HeatmapOptions* map : maps)
        map->number_size = size;
}

} // namespace attn
