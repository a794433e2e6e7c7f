#include "core/figure/layout/matrix_box.h"

#include "core/figure/colour_bar.h"
#include "core/figure/heatmap_surroundings.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace attn {

namespace {

constexpr float step_on_paper = 0.25F; // cell sizes are multiples of this
constexpr float remark_line = 16;
constexpr float sign_size = 17;

float widest(const std::vector<Typeset>& names, float Typeset::*measure) {
    return std::invoke(measure, std::ranges::max(names, {}, measure));
}

Index columns_each(const HeatmapOptions& map) {
    return map.matrix.columns() / std::ssize(map.heads);
}

/// The first list of head names in which each name has room at its head's columns; null if there is none.
const std::vector<Typeset>* fitting_names(const MatrixBox& box) {
    for (const std::vector<Typeset>& names : box.head_names) {
        const float room = static_cast<float>(columns_each(box.map)) * box.map.cell_width - space::small;
        if (std::ranges::all_of(names, [&](const Typeset& name) {
                return (box.map.transposed ? name.ascent + name.descent : name.width) <= room;
            }))
            return &names;
    }
    return nullptr;
}

Font font_of(const std::string& sign) {
    const auto letters = std::ranges::count_if(sign, [](char byte) { return (byte & 0xc0) != 0x80; });
    return {.size = letters > 2 ? type_size::normal : sign_size}; // counts letters: "≠" has three bytes
}

Point size_of_cells(const MatrixBox& box) {
    const Shape cells = cells_of(box);
    return {static_cast<float>(cells.columns) * box.map.cell_width,
            static_cast<float>(cells.rows) * box.map.cell_height};
}

/// The lines of a box's remark, wrapped to its room. The first baseline is at 0.
DisplayList remark_of(const DrawContext& drawing, const MatrixBox& box) {
    DisplayList lines;
    add_paragraph(lines, drawing.typesetter, {}, std::max(size_of_cells(box).x, box.remark_room),
                  Claims{{box.remark, Always{"it says which matrix it is, and no number of it"}}}, drawing.theme().dim,
                  small(), remark_line);
    return lines;
}

bool is_slanted(const Text& text) {
    return text.direction == Direction::slanted;
}

/// The space that name, labels and colour bar take around the cells, measured by laying them out.
Margins margins_of_words(const DrawContext& drawing, const HeatmapOptions& map, Point cells) {
    Margins margins;
    const Shape shape = shown_shape(map);
    HeatmapOptions beyond_rows = map; // the column labels and the name do not depend on the rows
    beyond_rows.rows = {};
    beyond_rows.visible.reset();
    beyond_rows.is_measured = true;
    if (!map.longest_caption.empty()) {
        constexpr float long_number = 88.88F;
        beyond_rows.bar_of_others = colour_bar_of(beyond_rows);
        beyond_rows.bar_of_others->range = {-long_number, long_number, -long_number, long_number};
        beyond_rows.bar_of_others->caption = map.longest_caption;
    }
    Heatmap around{.list = {}, .cells = {0, 0, cells.x, cells.y}, .rows = shape.rows, .columns = shape.columns};
    add_surroundings(around, beyond_rows, {0, shape.rows, 0, shape.columns}, drawing.typesetter);
    for (const Item& item : around.list.items) {
        const Box box = bounds(item, drawing.typesetter);
        const bool is_beside = box.bottom() > 1 && box.y < cells.y - 1;
        float& right = is_beside ? margins.right : margins.overhang;
        right = std::max(right, box.right() - cells.x);
        margins.above = std::max(margins.above, -box.y);
        if (const auto* const text = std::get_if<Text>(&item.shape()); text != nullptr && is_slanted(*text))
            margins.left = std::max(margins.left, -box.x);
        margins.below = std::max(margins.below, box.bottom() - cells.y);
    }
    if (map.name_place == NamePlace::above) // the name may be replaced by a wider one
        margins.overhang = std::max(margins.overhang, map.name.width - cells.x);
    const DisplayList rows = lay_out_axis(map.rows, AxisSide::left, {shape.rows, map.cell_height, 0, shape.rows},
                                          cells.x, drawing.theme(), drawing.typesetter);
    const Box names = bounds(rows, drawing.typesetter);
    margins.left = std::max(margins.left, -names.x);
    // A rows' title that is longer than low rows reaches down, and the columns' title is placed below it.
    if (const float beneath = names.bottom() - cells.y; beneath > 0 && !map.rows.title.empty())
        margins.below =
            std::max(margins.below, beneath + (map.columns.title.empty() ? 0 : 2 * type_size::small + space::tiny));
    return margins;
}

Box block_of(const MatrixBox& box, const Heatmap& map, std::size_t block) {
    const Index each = columns_each(box.map);
    const Index first = static_cast<Index>(block) * each;
    return box.map.transposed ? map.block(first, 0, each, map.columns) : map.block(0, first, map.rows, each);
}

void add_edge(DisplayList& list, const DrawContext& drawing, Index head, float edge_width, const Box& cells,
              const Box& area) {
    Rectangle around;
    around.box = cells.grown(edge_width / 2);
    around.stroke = head_stroke(drawing, head, edge_width);
    list.add(around).clip = area;
}

void add_head_names(DisplayList& list, const DrawContext& drawing, const MatrixBox& box, const Heatmap& map, Point at,
                    const Box& area) {
    const std::vector<Typeset>* const names = fitting_names(box);
    if (names == nullptr)
        return;
    const Margins around = margins_of_words(drawing, box.map, size_of_cells(box));
    const float ascent = widest(*names, &Typeset::ascent);
    for (std::size_t block = 0; block < names->size(); ++block) {
        const Typeset& name = (*names)[block];
        const Point centre = block_of(box, map, block).centre();
        const Point baseline =
            box.map.transposed
                ? Point{map.cells.right() + around.right + space::small, centre.y + (name.ascent - name.descent) / 2}
                : Point{centre.x - name.width / 2, map.cells.bottom() + around.below + space::small + ascent};
        list.append(name.list, at + baseline, area);
    }
}

/// The area in which a matrix is visible; a page grows in height.
Box seen_of(const DrawContext& drawing, Box area) {
    if (drawing.view_state.on_paper)
        area.height = std::max(area.height, farthest_place / 2);
    return area;
}

/// Uses larger type in cells that are larger than usual.
void let_numbers_grow(const DrawContext& drawing, HeatmapOptions& map) {
    constexpr float large_cell = 88;
    constexpr float of_cell = type_size::normal / 72;
    constexpr Index most_cells = 1000;
    const float cell = std::min(map.cell_width, map.cell_height);
    const bool is_large = cell >= large_cell && map.matrix.rows() * map.matrix.columns() <= most_cells;
    const bool may_grow = !drawing.view_state.on_paper && map.numbers != CellNumbers::never;
    if (is_large && may_grow && number_size(map, drawing.typesetter) >= type_size::normal)
        map.number_size = std::min(cell * of_cell, type_size::large);
}

} // namespace

namespace {

/// The head in whose name a matrix is labelled: the selected head if it shares the matrix, as in the formula beside it.
Index naming_head(const DrawContext& drawing, const Address& address) {
    const Address in_sight{address.layer, address.array, address.item, drawing.view_state.head};
    const bool is_same = drawing.trace.canonical(in_sight) == drawing.trace.canonical(address);
    return is_same ? in_sight.head : address.head;
}

} // namespace

HeatmapOptions matrix_at(const DrawContext& drawing, const Address& address, bool transposed, const BoxLabels& labels) {
    const bool is_turned = transposed != is_transposed(drawing, address.array);
    HeatmapOptions map = heat_of(drawing, {address.layer, address.array, address.item, address.head, 0, 0}, transposed);
    if (const auto& cell = labels.chosen)
        map.outlines =
            chosen_cell(transposed ? cell->column : cell->row, transposed ? cell->row : cell->column, shown_shape(map));
    AxisLabels rows = left_axis_of(drawing, address.array, labels.chosen);
    AxisLabels columns = lower_axis_of(drawing, address.array, labels.chosen);
    if (is_turned)
        std::swap(rows, columns);
    if (!labels.titles) {
        rows.title.clear();
        columns.title.clear();
    }
    if (labels.rows)
        map.rows = std::move(rows);
    if (labels.columns)
        map.columns = std::move(columns);
    map.columns.may_slant = map.columns.are_whole;
    if (labels.name == NamePlace::none)
        return map;
    std::string symbol = labels.may_change ? shown_symbol(drawing, address.array) : symbol_of(drawing, address.array);
    if (is_turned)
        symbol = transposed_symbol(symbol);
    map.name = set_formula(drawing, symbol, labels.name_size, drawing.theme().ink, naming_head(drawing, address));
    map.name_place = labels.name;
    return map;
}

HeatmapOptions matrix_at(const DrawContext& drawing, const Address& address, const BoxLabels& labels) {
    return matrix_at(drawing, address, is_transposed(drawing, address.array), labels);
}

HeatmapOptions row_at(const DrawContext& drawing, const Address& address, Index row, bool stands) {
    HeatmapOptions map = heat_of(drawing, {address.layer, address.array, address.item, address.head, 0, 0}, stands);
    map.matrix = map.matrix.row_block(row, 1);
    if (!map.mask.empty())
        map.mask = map.mask.row_block(row, 1);
    map.first_cell->row = row;
    map.shape = false;
    return map;
}

Shape cells_of(const MatrixBox& box) {
    return box.is_empty() ? Shape{0, 0} : shown_shape(box.map);
}

float bar_room(const DrawContext& drawing, HeatmapOptions map) {
    map.rows = {};
    map.columns = {};
    map.name_place = NamePlace::none;
    map.colour_bar = true;
    map.cell_height = 2 * tallest_colour_bar / static_cast<float>(shown_shape(map).rows); // so high that the bar is not
                                                                                          // centred but has nothing
                                                                                          // beneath
    return margins_of(drawing, MatrixBox{.map = std::move(map)}).right;
}

Margins margins_of(const DrawContext& drawing, const MatrixBox& box) {
    const Point cells = size_of_cells(box);
    Margins margins;
    const bool has_labels = !box.map.rows.labels.empty() || !box.map.columns.labels.empty();
    if (!box.is_empty() && (box.is_drawn || has_labels))
        margins = margins_of_words(drawing, box.map, cells);
    if (const std::vector<Typeset>* const names = fitting_names(box)) {
        if (box.map.transposed)
            margins.right += space::small + widest(*names, &Typeset::width);
        else
            margins.below += space::small + widest(*names, &Typeset::ascent) + widest(*names, &Typeset::descent);
    }
    if (!box.remark.empty()) {
        const Box remark = bounds(remark_of(drawing, box), drawing.typesetter);
        margins.below += space::tiny + remark.height;
        margins.overhang = std::max(margins.overhang, remark.right() - cells.x);
    }
    margins.overhang = std::max(margins.overhang, box.heading - cells.x);
    margins.left = std::max(margins.left + box.kept.left, box.least_width - cells.x);
    margins.right += box.kept.right;
    margins.above += box.kept.above;
    margins.below += box.kept.below;
    return margins;
}

void fit_cells(const DrawContext& drawing, MatrixBox& box, Point room, const CellLimits& limits) {
    const auto set = [&](Point cell) {
        box.map.cell_width = cell.x;
        box.map.cell_height = cell.y;
    };
    const Shape cells = cells_of(box);
    set(settled_cell(room, limits, [&](Point cell) {
        set(cell);
        const Margins around = margins_of(drawing, box);
        const Point taken = size_of_cells(box);
        return PictureExtent{{around.left + taken.x + std::max(around.right, around.overhang), cells.columns},
                             {around.above + taken.y + around.below, cells.rows}};
    }));
}

GivingWords giving_words(const MatrixBox& box) {
    return {box.map.shape, box.map.name_place, box.map.columns.title};
}

void restore(MatrixBox& box, const GivingWords& words) {
    box.map.shape = words.shape;
    box.map.name_place = words.name;
    box.map.columns.title = words.title;
}

void let_words_give_way(const DrawContext& drawing, MatrixBox& box, float beside) {
    HeatmapOptions& map = box.map;
    const float cells = size_of_cells(box).x;
    const auto width = [&](const std::string& text) { return drawing.typesetter.measure(text, small()).width; };
    if (map.name_place == NamePlace::above && map.name.width + space::medium + width(shape_text(map)) > cells + beside)
        map.shape = false;
    if (box.edged && map.name.width > cells + beside) // the colour of the edge says which head it is
        map.name_place = NamePlace::none;
    if (width(map.columns.title) > cells + beside)
        map.columns.title.clear();
}

void let_row_title_give_way(const DrawContext& drawing, AxisLabels& rows, float width) {
    constexpr float most = 0.25F;
    constexpr float title_room = 24;
    if (label_width(drawing, rows) + title_room > most * width)
        rows.title.clear();
}

std::vector<float> widths_for_numbers(const DrawContext& drawing, const HeatmapOptions& map, Index across, float room) {
    constexpr float narrowest_number = 4 * 0.5F; // of its size of type: three digits and a point, each half as wide as
                                                 // high
    constexpr float of_cell_height = 0.7F;
    const bool fits = map.numbers == CellNumbers::fitting;
    const float smallest = fits ? std::max(map.smallest_number, measure::smallest_cell_type) : map.smallest_number;
    if ((!fits && map.numbers != CellNumbers::printed) ||
        static_cast<float>(across) * narrowest_number * smallest > room)
        return {};
    if (!fits)
        return {std::ceil(width_for_numbers(map, drawing.typesetter) / step_on_paper) * step_on_paper};
    const float height = map.cell_height / drawing.view_state.zoom;
    const bool is_high = height >= measure::numbered_cell / 2;
    if (drawing.baseline != nullptr) // cells keep their size when changes replace numbers
        return is_high ? std::vector{measure::numbered_cell} : std::vector<float>();
    const float largest = std::min(type_size::small, height * of_cell_height);
    if (largest < smallest)
        return {};
    std::vector<float> widths;
    if (is_high)
        widths.push_back(measure::numbered_cell);
    for (const float size : {largest, (largest + smallest) / 2, smallest})
        widths.push_back(cell_width_for(map, size, drawing.typesetter));
    return widths;
}

CellLimits cell_limits(const DrawContext& drawing, const Box& area, float largest, Shape cells, float told_apart) {
    constexpr Point usual_stage{900, 600};
    constexpr Index most_named_rows = 40;
    constexpr float whole_matrix = 160; // size at which a large matrix can be seen, even if its cells cannot be told
                                        // apart
    constexpr float as_wide_as_numbers = 44;
    const auto longest = static_cast<float>(std::max<Index>({cells.rows, cells.columns, 1}));
    const bool page_grows = drawing.view_state.page_grows; // grows if cells have no room
    const float least = page_grows ? std::min(told_apart, whole_matrix / longest) : 0;
    CellLimits limits{.largest = {largest, largest}, .least = {least, least}, .zoom = drawing.view_state.zoom};
    if (drawing.view_state.on_paper) {
        if (page_grows && cells.rows <= most_named_rows)
            limits.least.y = std::max(least, axis_line_height);
        limits.step = step_on_paper;
        return limits;
    }
    const float growth = bounded(std::min(area.width / usual_stage.x, area.height / usual_stage.y), 1.0F, 2.0F);
    limits.largest = {largest * growth, largest * growth};
    if (drawing.view_state.is_enlarged)
        limits.stretched.x = std::max(limits.stretched.x, as_wide_as_numbers);
    return limits;
}

Heatmap add_matrix(DisplayList& list, const DrawContext& drawing, HeatmapOptions map, Point at, const Box& area) {
    map.visible = seen_of(drawing, area).moved({-at.x, -at.y});
    outline_focus(drawing, map);
    let_numbers_grow(drawing, map);
    Heatmap laid_out = lay_out(map, drawing.typesetter);
    list.append(laid_out.list, at, area);
    if (map.first_cell && map.heads.empty())
        add_pin_marks(list, drawing, *map.first_cell, laid_out, at, map.transposed);
    return laid_out;
}

void add_box(DisplayList& list, const DrawContext& drawing, const MatrixBox& box, Point at, const Box& area) {
    const Heatmap map = add_matrix(list, drawing, box.map, at, area);
    if (box.edged)
        add_edge(list, drawing, *box.edged, box.edge_width, map.cells.moved(at), area);
    for (std::size_t block = 0; block < box.map.heads.size(); ++block)
        add_edge(list, drawing, box.map.heads[block], box.edge_width,
                 block_of(box, map, block).moved(at).grown(-box.edge_width), area);
    add_head_names(list, drawing, box, map, at, area);
    if (box.remark.empty())
        return;
    const DisplayList remark = remark_of(drawing, box);
    const Box lines = bounds(remark, drawing.typesetter);
    const float beneath = map.cells.bottom() + margins_of(drawing, box).below - box.kept.below;
    list.append(remark, {at.x, at.y + beneath - lines.bottom()}, area);
}

void add_sign(DisplayList& list, const DrawContext& drawing, const std::string& sign, Point middle, const Box& area) {
    if (sign.empty())
        return;
    list.add(Text{.text = sign,
                  .position = middle,
                  .font = font_of(sign),
                  .colour = drawing.theme().dim,
                  .horizontal = Horizontal::centre,
                  .vertical = Vertical::middle})
        .clip = area;
}

float sign_width(const DrawContext& drawing, const std::string& sign) {
    return sign.empty() ? 0 : drawing.typesetter.measure(sign, font_of(sign)).width;
}

} // namespace attn
