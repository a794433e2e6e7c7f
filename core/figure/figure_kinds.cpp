#include "core/figure/figure_kinds.h"

#include "core/figure/pictures/fitted_matrix.h"
#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pipeline.h"
#include "core/figure/pictures/shapes.h"
#include "core/figure/pictures/sum_over_heads.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr float largest_cell = 44;
constexpr float largest_filling_cell = 84;
constexpr float name_size = 17;

Result<void> always(const Subject& /*subject*/) {
    return {};
}

std::vector<Outline> outlines_of(const Subject& subject, const FigureRequest& request, Shape shape) {
    const CellId cell = selected_cell(subject);
    const ShownPlace place = shown_place(subject, cell);
    const bool turned = is_turned(subject, cell.array);
    const bool marks_row = (turned ? request.column : request.row).has_value();
    const bool marks_column = (turned ? request.row : request.column).has_value();
    if (marks_row && marks_column)
        return chosen_cell(place.row, place.column, shape);
    if (marks_row)
        return {{place.row, 0, 1, shape.columns, Outline::Kind::strong}};
    if (marks_column)
        return {{0, place.column, shape.rows, 1, Outline::Kind::strong}};
    return {};
}

void draw_matrix(DisplayList& list, const Subject& subject, const FigureRequest& request, const FigureRoom& room) {
    const CellId cell = selected_cell(subject);
    const CellId first{cell.array, cell.item, cell.head, 0, 0};
    const auto chosen = request.row && request.column ? std::optional(cell) : std::nullopt;
    HeatmapOptions options = heat_of(subject, first);
    options.rows = left_axis_of(subject, cell.array, chosen);
    options.columns = lower_axis_of(subject, cell.array, chosen);
    options.outlines = outlines_of(subject, request, shown_shape(options));
    options.name = set_formula(subject, shown_symbol(subject, cell.array), name_size, subject.theme().ink);
    options.name_place = NamePlace::above;
    options.colour_bar = true;
    const bool turned = options.transposed;
    const float largest = room.fills ? largest_filling_cell : largest_cell;
    const Heatmap map =
        lay_out(fitted(std::move(options), {room.width, room.height, largest}, subject.typesetter), subject.typesetter);
    list.append(map.list);
    add_pin_marks(list, subject, first, map, {}, turned);
}

/// A picture of the window, in a box as wide as the room and `aspect` times as high.
template <PictureId id>
void draw_picture(DisplayList& list, const Subject& subject, const FigureRequest& /*request*/, const FigureRoom& room) {
    constexpr float aspect = id == PictureId::product ? 1.1F : id == PictureId::softmax ? 1 : 0.75F;
    constexpr float least = id == PictureId::softmax ? 470 : 0;
    picture(id).draw(list, subject, {0, 0, room.width, std::clamp(room.width * aspect, least, room.height)});
}

void draw_pipeline(DisplayList& list, const Subject& subject, const FigureRequest& /*request*/,
                   const FigureRoom& room) {
    constexpr float highest = 1.25F; // so that it stays on one page
    const Point natural = pipeline_size(subject.trace);
    const float across = room.width / natural.x;
    const Point stretch{room.fills ? across : std::min(across, 2.0F), std::min(across, highest)};
    const Point size = pipeline_size(subject.trace, stretch, true);
    PipelineView view;
    view.area = {0, 0, size.x, size.y};
    view.stretch = stretch;
    pipeline_picture(list, subject, view);
}

template <void (*draw)(DisplayList&, const Subject&, const Box&)>
void draw_in_room(DisplayList& list, const Subject& subject, const FigureRequest& /*request*/, const FigureRoom& room) {
    draw(list, subject, {0, 0, room.width, room.height});
}

std::string shown_name(const Subject& subject) {
    return std::string(array_name(subject.sight.array()));
}

Result<void> is_shown_product(const Subject& subject) {
    if (picture(PictureId::product).fits(subject))
        return {};
    return error("{} is no product of two matrices of this layer; products are Q K V scores O parts Y",
                 shown_name(subject));
}

Result<void> is_part_of_softmax(const Subject& subject) {
    if (picture(PictureId::softmax).fits(subject))
        return {};
    return error("{} is no part of softmax that can be followed here; its parts are row_max exp row_sum A",
                 shown_name(subject));
}

Result<void> is_of_several_heads(const Subject& subject) {
    if (picture(PictureId::heads).fits(subject))
        return {};
    return error("{} has no heads to put side by side", shown_name(subject));
}

Result<void> is_attention(const Subject& subject) {
    if (picture(PictureId::lines).fits(subject))
        return {};
    return error("lines show how tokens read; they go with A, not with {}", shown_name(subject));
}

Result<void> has_X(const Subject& subject) {
    if (subject.trace.has(StageId::X) && subject.trace.has(StageId::Y))
        return {};
    return error("this layer has no way from X to Y whose shapes could be drawn");
}

Result<void> has_parts(const Subject& subject) {
    if (subject.trace.has(StageId::parts) && subject.trace.has(StageId::Y))
        return {};
    return error("this layer has no output weights, so that its heads cannot be summed");
}

Result<void> has_changed(const Subject& subject) {
    if (subject.baseline == nullptr)
        return error("a change needs something to be counted from; give --baseline SOURCE");
    if (shows_change(subject, subject.sight.array()))
        return {};
    return error("{} of the baseline has another shape, or does not exist", shown_name(subject));
}

Result<void> not_as_a_picture(const Subject& /*subject*/) {
    return error("a table has no picture; its file ends in .tex, .md, .csv or .npz");
}

constexpr std::array table{
    PictureKind{FigureKind::heatmap, always, draw_matrix, true},
    PictureKind{FigureKind::product, is_shown_product, draw_picture<PictureId::product>, true},
    PictureKind{FigureKind::softmax, is_part_of_softmax, draw_picture<PictureId::softmax>},
    PictureKind{FigureKind::heads, is_of_several_heads, draw_picture<PictureId::heads>, true},
    PictureKind{FigureKind::lines, is_attention, draw_picture<PictureId::lines>},
    PictureKind{FigureKind::pipeline, always, draw_pipeline},
    PictureKind{FigureKind::sum, has_parts, draw_in_room<sum_picture>, true},
    PictureKind{FigureKind::change, has_changed, draw_matrix, true},
    PictureKind{FigureKind::shapes, has_X, draw_in_room<shapes_picture>},
    PictureKind{FigureKind::legend, always, draw_in_room<legend_picture>},
    PictureKind{FigureKind::table, not_as_a_picture, nullptr},
};

static_assert(table.size() == figure_kind_names.size());
static_assert(std::ranges::is_sorted(table, {}, &PictureKind::id));

} // namespace

const PictureKind& picture_kind(FigureKind kind) {
    return table.at(static_cast<std::size_t>(kind));
}

} // namespace attn
