#include "core/figure/pictures/heat.h"

#include "core/figure/pictures/naming.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float pin_mark = 7;

bool shows_mask(ArrayId array) {
    const auto* stage = std::get_if<StageId>(&array);
    return stage != nullptr &&
           (*stage == StageId::mask || *stage == StageId::masked || *stage == StageId::exp || *stage == StageId::A);
}

SlotId mask_slot(const Subject& subject, const CellId& cell) {
    const CellId mask = settled(subject, {StageId::mask, cell.item, cell.head, 0, 0});
    return {StageId::mask, mask.item, mask.head};
}

Matrix mask_of(const Subject& subject, const CellId& first) {
    if (!shows_mask(first.array) || !subject.trace.has(StageId::mask))
        return {};
    return subject.trace.matrix(mask_slot(subject, first));
}

AxisLabels axis_of(Names names, std::optional<Index> emphasised) {
    AxisLabels axis;
    axis.labels = std::move(names.labels);
    axis.title = std::move(names.title);
    axis.emphasised = emphasised;
    return axis;
}

} // namespace

Palette palette_of(ArrayId array) {
    const auto* stage = std::get_if<StageId>(&array);
    const bool shares = stage != nullptr && (*stage == StageId::A || *stage == StageId::exp);
    return shares ? Palette::attention : Palette::diverging;
}

HeatmapOptions heat_of(const Subject& subject, CellId first, bool transposed) {
    HeatmapOptions options;
    options.first_cell = settled(subject, first);
    options.matrix = subject.trace.array(first.array, first.item, first.head);
    options.mask = mask_of(subject, first);
    options.transposed = transposed;
    options.palette = palette_of(first.array);
    options.look = subject.sight.look;
    const auto* stage = std::get_if<StageId>(&first.array);
    const CellId slot = *options.first_cell;
    options.range = stage == nullptr ? range_of(options.matrix, options.palette, options.mask)
                                     : subject.ranges.of(subject.trace, {*stage, slot.item, slot.head}, options.matrix,
                                                         options.palette, options.mask, mask_slot(subject, first));
    return options;
}

void add_thumbnail(DisplayList& list, const Subject& subject, CellId first, const Box& box) {
    HeatmapOptions options = heat_of(subject, first);
    if (options.matrix.rows() == 0 || options.matrix.columns() == 0)
        return;
    options.first_cell.reset();
    options.numbers = CellNumbers::never;
    options.cell_width = box.width / static_cast<float>(options.matrix.columns());
    options.cell_height = box.height / static_cast<float>(options.matrix.rows());
    Image image;
    image.box = box;
    image.matrix = options.matrix;
    image.mask = options.mask;
    image.palette = options.palette;
    image.look = options.look;
    image.range = options.range;
    if (!options.mask.empty()) {
        Rectangle beneath;
        beneath.box = box;
        beneath.fill = subject.theme().masked;
        beneath.hatch = subject.theme().hatch;
        list.add(beneath);
    }
    list.add(std::move(image));
}

AxisLabels row_axis_of(const Subject& subject, ArrayId array, std::optional<Index> emphasised) {
    return axis_of(row_names(subject, array), emphasised);
}

AxisLabels column_axis_of(const Subject& subject, ArrayId array, std::optional<Index> emphasised) {
    return axis_of(column_names(subject, array), emphasised);
}

float label_width(const Subject& subject, const AxisLabels& axis) {
    float widest = 0;
    for (const std::string& label : axis.labels)
        widest = std::max(widest, subject.typesetter.measure(label, Font{.weight = FontWeight::semibold}).width);
    return widest;
}

void outline_focus(const Subject& subject, HeatmapOptions& options) {
    const std::optional<CellId>& focus = subject.sight.focus;
    if (!focus || !options.first_cell || subject.sight.focus_beside != subject.sight.array())
        return;
    const CellId& first = *options.first_cell;
    if (focus->array != first.array || focus->item != first.item || focus->head != first.head)
        return;
    const Index row = options.transposed ? focus->column : focus->row;
    const Index column = options.transposed ? focus->row : focus->column;
    options.outlines.push_back({row - first.row, column - first.column, 1, 1, Outline::Kind::strong});
}

void add_pin_marks(DisplayList& list, const Subject& subject, const CellId& first, const Heatmap& map, Point at,
                   bool transposed) {
    for (const auto& [cell, value] : subject.layer().pins) {
        const CellId known = settled(subject, cell);
        if (known.array != first.array || known.item != first.item || known.head != first.head)
            continue;
        const Box box = (transposed ? map.cell(cell.column, cell.row) : map.cell(cell.row, cell.column)).moved(at);
        const float side = std::min(pin_mark, box.width / 2);
        Path corner;
        corner.points = {{box.right() - side, box.y}, {box.right(), box.y}, {box.right(), box.y + side}};
        corner.fill = subject.theme().ink;
        corner.closed = true;
        list.add(std::move(corner));
    }
}

} // namespace attn
