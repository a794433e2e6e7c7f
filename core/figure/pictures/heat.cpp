#include "core/figure/pictures/heat.h"

#include "core/attention/stages.h"
#include "core/figure/pictures/naming.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace attn {

namespace {

constexpr float pin_mark = 7;

bool shows_mask(ArrayId array) {
    const auto* stage = std::get_if<StageId>(&array);
    return stage != nullptr &&
           (*stage == StageId::mask || *stage == StageId::masked || *stage == StageId::exp || *stage == StageId::A);
}

SlotId mask_slot(const Subject& subject, const CellId& cell) {
    const CellId mask = canonical(subject, {StageId::mask, cell.item, cell.head, 0, 0});
    return {StageId::mask, mask.item, mask.head};
}

/// The mask without the cells that hold something all the same, since a pin beats it.
Matrix without_pinned(const Matrix& mask, ConstView values, float hidden) {
    std::vector<float> left;
    left.reserve(static_cast<std::size_t>(mask.rows() * mask.columns()));
    for (Index i = 0; i < mask.rows(); ++i)
        for (Index j = 0; j < mask.columns(); ++j)
            left.push_back(is_masked(mask, i, j) && values(i, j) != hidden ? 0 : mask(i, j));
    return Matrix::adopt(std::move(left), mask.rows(), mask.columns());
}

Matrix mask_of(const Subject& subject, const CellId& first) {
    if (!shows_mask(first.array) || !subject.trace.has(StageId::mask))
        return {};
    const SlotId slot = mask_slot(subject, first);
    Matrix mask = subject.trace.matrix(slot);
    const auto stage = std::get<StageId>(first.array);
    if (subject.layer().pins.empty() || stage == StageId::mask)
        return mask;
    const float hidden = stage == StageId::masked ? -std::numeric_limits<float>::infinity() : 0;
    return without_pinned(mask, subject.trace.matrix({stage, first.item, first.head}), hidden);
}

AxisLabels axis_of(Names names, std::optional<Index> emphasised) {
    AxisLabels axis;
    axis.labels = std::move(names.labels);
    axis.title = std::move(names.title);
    axis.emphasised = emphasised;
    return axis;
}

} // namespace

bool shows_change(const Subject& subject, ArrayId array) {
    if (!subject.sight.shows_change || subject.baseline == nullptr)
        return false;
    const Trace& then = *subject.baseline;
    if (const auto* id = std::get_if<StageId>(&array)) {
        const Extent now = subject.trace.extent(*id);
        return subject.trace.has(*id) && then.has(*id) && then.extent(*id) == now &&
               shape_of(then.sizes(), *id) == shape_of(subject.sizes(), *id);
    }
    const auto id = std::get<ParameterId>(array);
    return parameter(then.layer(), id, 0).shape() == parameter(subject.layer(), id, 0).shape() &&
           then.sizes().H == subject.sizes().H;
}

std::string shown_symbol(const Subject& subject, ArrayId array) {
    const std::string symbol = symbol_of(array);
    return shows_change(subject, array) ? R"(\Delta\,)" + symbol : symbol;
}

Palette palette_of(const Subject& subject, ArrayId array) {
    const auto* stage = std::get_if<StageId>(&array);
    const bool shares = stage != nullptr && (*stage == StageId::A || *stage == StageId::exp);
    if (shares && !shows_change(subject, array))
        return subject.sight.grey ? Palette::grey_attention : Palette::attention;
    return subject.sight.grey ? Palette::grey : Palette::diverging;
}

Matrix shown_matrix(const Subject& subject, const CellId& first) {
    Matrix now = subject.trace.array(first.array, first.item, first.head);
    if (!shows_change(subject, first.array))
        return now;
    if (const auto* stage = std::get_if<StageId>(&first.array)) {
        const SlotId slot{*stage, first.item, first.head};
        return subject.derived.difference(subject.trace, slot, *subject.baseline, slot);
    }
    return difference(now, subject.baseline->array(first.array, first.item, first.head));
}

namespace {

/// The range of one matrix by itself.
Range own_range(const Subject& subject, const CellId& first, const HeatmapOptions& options) {
    const auto* stage = std::get_if<StageId>(&first.array);
    if (stage == nullptr || shows_change(subject, first.array))
        return range_of(options.matrix, options.palette, options.mask);
    return subject.derived.range(subject.trace, {*stage, first.item, first.head}, options.matrix, options.palette,
                                 options.mask, mask_slot(subject, first));
}

} // namespace

Range joined(const Range& left, const Range& right) {
    return {std::min(left.low, right.low), std::max(left.high, right.high), std::min(left.data_low, right.data_low),
            std::max(left.data_high, right.data_high), RangeSource::this_stage};
}

Range range_of_heads(const Subject& subject, CellId first) {
    const Index count = has_heads(first.array) ? subject.sizes().H : 1;
    std::optional<Range> all;
    for (first.head = 0; first.head < count; ++first.head) {
        HeatmapOptions options;
        options.palette = palette_of(subject, first.array);
        options.matrix = shown_matrix(subject, first);
        options.mask = mask_of(subject, first);
        const Range one = own_range(subject, first, options);
        all = all ? joined(*all, one) : one;
    }
    all->source = RangeSource::this_stage;
    return *all;
}

HeatmapOptions heat_of(const Subject& subject, CellId first, bool transposed) {
    HeatmapOptions options;
    const CellId slot = canonical(subject, first);
    options.first_cell = slot;
    options.matrix = shown_matrix(subject, slot);
    options.mask = mask_of(subject, first);
    options.transposed = transposed;
    options.palette = palette_of(subject, first.array);
    options.look = subject.sight.look;
    options.numbers = subject.sight.numbers;
    options.decimals = subject.sight.decimals;
    options.smallest_number = subject.sight.smallest_number;
    switch (subject.sight.range) {
    case RangeSource::this_matrix:
        options.range = own_range(subject, slot, options);
        break;
    case RangeSource::this_stage:
        options.range = range_of_heads(subject, slot);
        break;
    case RangeSource::fixed:
        options.range = fixed_range(subject.sight.fixed_low, subject.sight.fixed_high, options.matrix, options.mask);
        break;
    }
    return options;
}

HeatmapOptions heat_of(const Subject& subject, CellId first) {
    return heat_of(subject, first, is_turned(subject, first.array));
}

bool is_turned(const Subject& subject, ArrayId array) {
    return subject.session.tokens_as_columns && std::holds_alternative<StageId>(array);
}

Shape shown_shape(const Subject& subject, ArrayId array) {
    const Shape shape = array_shape(subject, array);
    return is_turned(subject, array) ? Shape{shape.columns, shape.rows} : shape;
}

Shape shown_shape(const HeatmapOptions& options) {
    const Shape shape = options.matrix.shape();
    return options.transposed ? Shape{shape.columns, shape.rows} : shape;
}

ShownPlace shown_place(const Subject& subject, const CellId& cell) {
    return is_turned(subject, cell.array) ? ShownPlace{cell.column, cell.row} : ShownPlace{cell.row, cell.column};
}

AxisLabels left_axis_of(const Subject& subject, ArrayId array, const std::optional<CellId>& chosen) {
    const auto bold = [&](Index CellId::*place) {
        return chosen ? std::optional<Index>((*chosen).*place) : std::nullopt;
    };
    return is_turned(subject, array) ? column_axis_of(subject, array, bold(&CellId::column))
                                     : row_axis_of(subject, array, bold(&CellId::row));
}

AxisLabels lower_axis_of(const Subject& subject, ArrayId array, const std::optional<CellId>& chosen) {
    const auto bold = [&](Index CellId::*place) {
        return chosen ? std::optional<Index>((*chosen).*place) : std::nullopt;
    };
    return is_turned(subject, array) ? row_axis_of(subject, array, bold(&CellId::row))
                                     : column_axis_of(subject, array, bold(&CellId::column));
}

void add_thumbnail(DisplayList& list, const Subject& subject, CellId first, const Box& box) {
    HeatmapOptions options = heat_of(subject, first);
    if (options.matrix.rows() == 0 || options.matrix.columns() == 0)
        return;
    options.first_cell.reset();
    Image image;
    image.box = box;
    image.matrix = options.matrix;
    image.mask = options.mask;
    image.palette = options.palette;
    image.look = options.look;
    image.range = options.range;
    image.transposed = options.transposed;
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
    const CellId cell = canonical(subject, *focus);
    if (cell.array != first.array || cell.item != first.item || cell.head != first.head)
        return;
    const Index row = options.transposed ? cell.column : cell.row;
    const Index column = options.transposed ? cell.row : cell.column;
    options.outlines.push_back({row - first.row, column - first.column, 1, 1, Outline::Kind::strong});
}

void add_pin_marks(DisplayList& list, const Subject& subject, const CellId& first, const Heatmap& map, Point at,
                   bool transposed) {
    const CellId shown = canonical(subject, first);
    for (const auto& [cell, value] : subject.layer().pins) {
        if (cell.array != shown.array || cell.item != shown.item || cell.head != shown.head)
            continue;
        const Index row = (transposed ? cell.column : cell.row) - (transposed ? first.column : first.row);
        const Index column = (transposed ? cell.row : cell.column) - (transposed ? first.row : first.column);
        if (row < 0 || column < 0 || row >= map.rows || column >= map.columns)
            continue;
        const Box box = map.cell(row, column).moved(at);
        const float side = std::min(pin_mark, box.width / 2);
        Path corner;
        corner.points = {{box.right() - side, box.y}, {box.right(), box.y}, {box.right(), box.y + side}};
        corner.fill = subject.theme().ink;
        corner.closed = true;
        list.add(std::move(corner));
    }
}

} // namespace attn
