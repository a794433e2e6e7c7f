#include "core/figure/figure_kinds.h"

#include "core/figure/layout/matrix_box.h"
#include "core/figure/lenses/known_model.h"
#include "core/figure/lenses/known_spectra.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/notes.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/pipeline.h"
#include "core/figure/pictures/readout.h"
#include "core/figure/pictures/shapes.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <vector>

namespace attn {

namespace {

constexpr float largest_cell = 44;
constexpr float largest_filling_cell = 84;
constexpr float stretched_cell = 12;
constexpr float as_wide_as_a_number = 36;
constexpr float lowest_numbered_row = 20;     // with its part of what stands above and below the cells
constexpr float lowest_stage = 390;           // height of a window in which even the highest pictures are whole
constexpr float lowest_on_page = 320;         // height of a page for which those pictures are drawn if a low page is
                                              // asked for
constexpr float most_stretch_of_heads = 1.5F; // heads stand side by side to be compared

Result<void> always(const DrawContext& /*subject*/) {
    return {};
}

std::vector<Outline> outlines_of(const DrawContext& drawing, const FigureRequest& request, Shape shape) {
    const CellId cell = selected_cell(drawing);
    const ShownPlace place = shown_place(drawing, cell);
    const bool transposed = is_transposed(drawing, cell.array);
    const bool marks_row = (transposed ? request.column : request.row).has_value();
    const bool marks_column = (transposed ? request.row : request.column).has_value();
    if (marks_row && marks_column)
        return chosen_cell(place.row, place.column, shape);
    if (marks_row)
        return {{place.row, 0, 1, shape.columns, Outline::Kind::strong}};
    if (marks_column)
        return {{0, place.column, shape.rows, 1, Outline::Kind::strong}};
    return {};
}

/// The largest cell. Cells grow to fill a width that the user gave, but a matrix with few columns does not grow high.
float largest_cell_of(Shape shape, const FigureRoom& room) {
    const float columns_a_row = static_cast<float>(shape.columns) / static_cast<float>(std::max<Index>(shape.rows, 1));
    return room.fills ? std::clamp(largest_filling_cell * columns_a_row, largest_cell, largest_filling_cell)
                      : largest_cell;
}

/// True if the user gave a height at which rows are high enough for numbers.
bool has_low_rows(Shape shape, const FigureRoom& room) {
    return room.is_limited && room.height >= lowest_numbered_row * static_cast<float>(shape.rows);
}

HeatmapOptions matrix_options(const DrawContext& drawing, const FigureRequest& request, const FigureRoom& room) {
    const CellId cell = selected_cell(drawing);
    const CellId first{cell.layer, cell.array, cell.item, cell.head, 0, 0};
    const auto chosen = request.row && request.column ? std::optional(cell) : std::nullopt;
    MatrixBox box{.map = matrix_at(drawing, {cell.layer, cell.array, cell.item, cell.head},
                                   {.chosen = chosen, .may_change = true})};
    HeatmapOptions& options = box.map;
    add_change(drawing, options, first);
    options.outlines = outlines_of(drawing, request, shown_shape(options));
    options.colour_bar = true;
    const float largest = largest_cell_of(shown_shape(options), room);
    fit_cells(
        drawing, box, {room.width, room.height},
        {.largest = {largest, largest},
         .stretched = {has_low_rows(shown_shape(options), room) ? as_wide_as_a_number : stretched_cell, stretched_cell},
         .step = 0.25F});
    if (room.series != nullptr) {
        options.cell_width = room.series->cell.x;
        options.cell_height = room.series->cell.y;
        options.number_size = room.series->number_size;
    }
    return options;
}

void draw_matrix(DisplayList& list, const DrawContext& drawing, const FigureRequest& request, const FigureRoom& room) {
    const HeatmapOptions options = matrix_options(drawing, request, room);
    const Heatmap map = lay_out(options, drawing.typesetter);
    list.append(map.list);
    const CellId cell = selected_cell(drawing);
    add_pin_marks(list, drawing, {cell.layer, cell.array, cell.item, cell.head, 0, 0}, map, {}, options.transposed);
}

void draw_pipeline(DisplayList& list, const DrawContext& drawing, const FigureRequest& /*request*/,
                   const FigureRoom& room) {
    pipeline_on_paper(list, drawing, room.width, room.is_limited ? std::optional(room.height) : std::nullopt,
                      room.fills);
}

/// Draws the shapes. They are no higher than wide unless the user gave a height.
void draw_shapes(DisplayList& list, const DrawContext& drawing, const FigureRequest& /*request*/,
                 const FigureRoom& room) {
    shapes_picture(list, drawing,
                   {0, 0, room.width, room.is_limited ? room.height : std::min(room.width, room.height)});
}

template <void (*draw)(DisplayList&, const DrawContext&, const Box&)>
void draw_in_room(DisplayList& list, const DrawContext& drawing, const FigureRequest& /*request*/,
                  const FigureRoom& room) {
    draw(list, drawing, {0, 0, room.width, room.height});
}

/// Draws a picture that is laid out for the window. If there is less than `lowest_stage`, or `lowest_on_page` on a page
/// with a given height, the picture is the one for that height.
template <void (*draw)(DisplayList&, const DrawContext&, const Box&)>
void draw_on_stage(DisplayList& list, const DrawContext& drawing, const FigureRequest& /*request*/,
                   const FigureRoom& room) {
    draw(list, drawing, {0, 0, room.width, std::max(room.height, room.is_limited ? lowest_on_page : lowest_stage)});
}

/// Draws the sum over heads, with as many heads as the page has room for.
void draw_sum(DisplayList& list, const DrawContext& drawing, const FigureRequest& /*request*/, const FigureRoom& room) {
    sum_picture(list, drawing,
                {0, 0, room.width, std::max(room.height, room.is_limited ? lowest_on_page : lowest_stage)},
                room.is_limited);
}

std::string named_array(const DrawContext& drawing) {
    return named(drawing.view_state.array());
}

Result<void> has_X(const DrawContext& drawing) {
    if (drawing.trace.has(ArrayId::X) && drawing.trace.has(ArrayId::Y))
        return {};
    return error("this layer has no way from X to Y whose shapes could be drawn");
}

Result<void> has_parts(const DrawContext& drawing) {
    if (const auto missing = missing_in_sum(drawing))
        return error("this layer has no {}, so that its heads cannot be summed", named(*missing));
    return {};
}

Result<void> has_changed(const DrawContext& drawing) {
    if (drawing.baseline == nullptr)
        return error("a change needs something to be counted from: --baseline SOURCE, or Ctrl+B in the window");
    if (has_change(drawing, drawing.view_state.array()))
        return {};
    return error("{} of the baseline has another shape, or does not exist", named_array(drawing));
}

Result<void> has_whole_model(const DrawContext& drawing) {
    if (auto around = has_model_around(drawing.session); !around)
        return around;
    if (!drawing.trace.has(ArrayId::Y))
        return error("this layer has no {}", named("Y"));
    const KnownModel known = opened_model(drawing);
    return known.problem.empty() ? Result<void>()
                                 : error("the model around this layer is not computed: {}", known.problem);
}

Result<void> has_two_texts(const DrawContext& drawing) {
    if (auto whole = has_whole_model(drawing); !whole)
        return whole;
    if (shows_patching(drawing))
        return {};
    return error(
        "two texts are compared: --baseline SESSION, or Ctrl+B in the window, gives the same layer of the model "
        "on another text of as many tokens");
}

Result<void> not_as_a_picture(const DrawContext& /*subject*/) {
    return error("a table has no picture; its file ends in .tex, .md, .csv or .npz");
}

// Figures that the window does not show, and pictures of the window that differ on paper.
constexpr std::array own_kinds{
    FigureKind{.name = "heatmap",
               .about = "one matrix",
               .also = "attention",
               .picture = PictureId::heatmap,
               .marks_when_asked = true,
               .fits = always,
               .draw = draw_matrix},
    FigureKind{.name = "product",
               .about = "both operands and their result in place",
               .picture = PictureId::product,
               .aspect = 1.1F},
    FigureKind{.name = "softmax",
               .about = "one row on its way from scores to shares",
               .picture = PictureId::softmax,
               .title = "Softmax of one <line>",
               .aspect = 1,
               .least_height = 470},
    FigureKind{.name = "heads",
               .about = "all heads side by side",
               .scope = FigureScope::heads,
               .picture = PictureId::heads,
               .behind_title = "all heads",
               .chooses_heads = true,
               .marks_when_asked = true,
               .most_stretch = most_stretch_of_heads,
               .fits_any_height = true},
    FigureKind{.name = "items",
               .about = "all items of the batch side by side",
               .picture = PictureId::items,
               .behind_title = "all items",
               .marks_when_asked = true},
    FigureKind{.name = "spread",
               .about = "the scores before and after scaling, on one axis",
               .picture = PictureId::spread,
               .behind_title = "spread",
               .aspect = 1,
               .least_height = 560},
    FigureKind{.name = "token",
               .about = "all that becomes of one token, with all heads",
               .scope = FigureScope::layer,
               .picture = PictureId::token,
               .title = "One token",
               .explains = ArrayId::Y,
               .aspect = 1,
               .fits_any_height = true},
    FigureKind{.name = "lines",
               .about = "lines from the tokens that read to those that are read",
               .picture = PictureId::lines},
    FigureKind{.name = "pipeline",
               .about = "the whole layer",
               .scope = FigureScope::layer,
               .shows_options = true,
               .fits = always,
               .draw = draw_pipeline},
    FigureKind{.name = "sum",
               .about = "the output as the sum over heads, <W_O> in blocks of rows",
               .scope = FigureScope::layer,
               .title = "Output<heads(> as the sum over heads<)heads><one(> of the only head<)one>",
               .explains = ArrayId::Y,
               .marks_when_asked = true,
               .fits = has_parts,
               .draw = draw_sum},
    FigureKind{.name = "change",
               .about = "what a matrix is now less what it was",
               .shows_change = true,
               .marks_when_asked = true,
               .fits = has_changed,
               .draw = draw_matrix},
    FigureKind{.name = "before-after",
               .about = "a matrix as the baseline has it, and as it is now",
               .behind_title = "before and after",
               .marks_when_asked = true,
               .shows_baseline = true,
               .fits = has_changed,
               .draw = draw_in_room<before_after_picture>},
    FigureKind{.name = "shapes",
               .about = "the products without numbers",
               .scope = FigureScope::layer,
               .title = "Shapes",
               .fits = has_X,
               .draw = draw_shapes},
    FigureKind{.name = "legend",
               .about = "the symbols and what they mean",
               .scope = FigureScope::layer,
               .title = "Symbols",
               .has_sections = true,
               .fits = always,
               .draw = draw_in_room<legend_picture>},
    FigureKind{.name = "notes",
               .about = "the formulas of your notes, with the numbers of this layer",
               .scope = FigureScope::layer,
               .title = "Formulas",
               .tells_whose = true,
               .has_sections = true,
               .fits = has_notes,
               .draw = draw_in_room<all_notes_picture>},
    FigureKind{.name = "inner-product",
               .about = "a query and a key as arrows: lengths, angle, score",
               .scope = FigureScope::layer,
               .title = "Inner product",
               .explains = ArrayId::scores,
               .fits = has_scores,
               .draw = draw_on_stage<inner_product_picture>},
    FigureKind{.name = "linear-map",
               .about = "where the query weights send the tokens",
               .scope = FigureScope::layer,
               .title = "Linear map and projection",
               .explains = ArrayId::Q,
               .fits = has_queries,
               .draw = draw_on_stage<linear_map_picture>},
    FigureKind{.name = "conditional-probability",
               .about = "a row of attention as P(key | query), beside a thousand draws",
               .scope = FigureScope::layer,
               .title = "Conditional probability",
               .explains = ArrayId::A,
               .fits = has_shares,
               .draw = draw_on_stage<conditional_probability_picture>},
    FigureKind{.name = "saturation",
               .about = "a share as its score moves, and how steep that is",
               .scope = FigureScope::layer,
               .title = "Saturation",
               .explains = ArrayId::A,
               .fits = has_shares,
               .draw = draw_on_stage<saturation_picture>},
    FigureKind{.name = "spectrum",
               .about = "the singular values of what heads ask and write",
               .scope = FigureScope::layer,
               .picture = PictureId::spectrum,
               .title = "Spectrum of what <heads(>heads ask and write<)heads><one(>the head asks and writes<)one>",
               .marks_when_asked = true,
               .fits = has_any_spectrum,
               .numbers = spectrum_numbers,
               .draw = draw_on_stage<spectrum_picture>},
    FigureKind{.name = "bilinear",
               .about = "$x M x^T$: the score as a bilinear form of the inputs",
               .picture = PictureId::bilinear,
               .behind_title = "bilinear",
               .numbers = bilinear_numbers,
               .caption = bilinear_caption},
    FigureKind{.name = "writing",
               .about = "<W_V> <W_O>: what the head writes for what it reads",
               .picture = PictureId::writing,
               .behind_title = "writing",
               .numbers = writing_numbers,
               .caption = writing_caption},
    FigureKind{.name = "subspaces",
               .about = "how much the subspaces of the heads overlap",
               .scope = FigureScope::heads,
               .picture = PictureId::subspaces,
               .behind_title = "subspaces",
               .numbers = subspaces_numbers,
               .caption = subspaces_caption},
    FigureKind{.name = "fused",
               .about = "one product for all heads, then the cut",
               .scope = FigureScope::heads,
               .picture = PictureId::fused,
               .behind_title = "fused",
               .caption = fused_caption},
    FigureKind{.name = "projection",
               .about = "a <word>'s row of <X>: what the weights read of it, and what they do not see",
               .picture = PictureId::projection,
               .behind_title = "projection",
               .marks_when_asked = true,
               .numbers = projection_numbers,
               .caption = projection_caption},
    FigureKind{.name = "block",
               .about = "one token's row behind the layer: added to what went past it, normed, and what follows",
               .picture = PictureId::block,
               .behind_title = "block",
               .aspect = 0.9F,
               .numbers = block_numbers,
               .caption = block_caption},
    FigureKind{.name = "model",
               .about = "all layers and heads of the model, the words that may follow, and what makes their logit",
               .scope = FigureScope::layer,
               .picture = PictureId::model,
               .title = "Whole model",
               .fits = has_whole_model},
    FigureKind{.name = "patching",
               .about =
                   "what of the baseline's text carries the difference of the next word: rows of the stream, and heads",
               .scope = FigureScope::layer,
               .picture = PictureId::patching,
               .title = "Two texts",
               .fits = has_two_texts},
    FigureKind{.name = "readout",
               .about = "what the output says, token by token",
               .scope = FigureScope::layer,
               .title = "Read-out",
               .fits = has_readout,
               .draw = draw_on_stage<readout_picture>},
    FigureKind{.name = "table", .about = "numbers as text", .is_text = true, .fits = not_as_a_picture},
};

/// The kind of figure that shows a picture of the window with the usual options.
FigureKind kind_of(const Picture& picture) {
    return {.name = picture.name,
            .about = picture.about,
            .scope = picture.shows_all_heads ? FigureScope::heads : FigureScope::matrix,
            .picture = picture.id(),
            .behind_title = picture.label,
            .chooses_heads = picture.compares_heads,
            .most_stretch = picture.compares_heads ? most_stretch_of_heads : FigureKind().most_stretch,
            .fits_any_height = picture.compares_heads};
}

std::vector<FigureKind> all_kinds() {
    std::vector<FigureKind> kinds(own_kinds.begin(), own_kinds.end());
    for (const Picture& row : pictures())
        if (std::ranges::find(own_kinds, row.name, &FigureKind::name) == own_kinds.end())
            kinds.push_back(kind_of(row));
    for (FigureKind& kind : kinds)
        if (kind.picture)
            kind.shows_one_row = picture(*kind.picture).shows_one_row;
    return kinds;
}

/// Calls `asked` for the same view state on another stage.
template <class Query>
auto on_stage(const DrawContext& drawing, ArrayId stage, Query asked) {
    ViewState view_state = drawing.view_state;
    view_state.parameter.reset();
    view_state.step = stage;
    return asked(drawing.seen_as(view_state));
}

std::vector<ArrayId> fitting_stages(PictureId id, const DrawContext& drawing) {
    std::vector<ArrayId> stages = stages_of(drawing.trace);
    std::erase_if(stages, [&](ArrayId stage) { return !on_stage(drawing, stage, picture(id).fits); });
    return stages;
}

} // namespace

std::span<const FigureKind> figure_kinds() {
    static const std::vector<FigureKind> all = all_kinds();
    return all;
}

const FigureKind* find_figure_kind(std::string_view name) {
    const auto all = figure_kinds();
    const auto found = std::ranges::find_if(
        all, [name](const FigureKind& kind) { return kind.name == name || (kind.also == name && !name.empty()); });
    return found == all.end() ? nullptr : &*found;
}

Result<const FigureKind*> figure_kind(std::string_view name) {
    if (const FigureKind* const known = find_figure_kind(name))
        return known;
    return error("there is no kind “{}”; expected one of {}", printable(name), figure_kind_list());
}

bool is_text(std::string_view kind, std::string_view ending) {
    const FigureKind* const known = find_figure_kind(kind);
    return ending == "csv" || ending == "md" || (known != nullptr && known->is_text && ending == "tex");
}

const FigureKind& heatmap_kind() {
    return own_kinds.front();
}

std::string figure_kind_list() {
    std::string names;
    for (const FigureKind& kind : figure_kinds())
        names += (names.empty() ? "" : ", ") + std::string(kind.name);
    return names;
}

Result<void> fits(const FigureKind& kind, const DrawContext& drawing) {
    if (kind.fits != nullptr)
        return kind.fits(drawing);
    if (picture(*kind.picture).fits(drawing))
        return {};
    std::string stages;
    for (const ArrayId stage : fitting_stages(*kind.picture, drawing))
        stages += (stages.empty() ? "" : " ") + named(stage);
    const Picture& drawn = picture(*kind.picture);
    const bool needs_heads = drawing.sizes().H == 1 && (drawn.shows_all_heads || drawn.compares_heads);
    if (stages.empty())
        return error("this layer has nothing that could be drawn as {}: {}{}", kind.name,
                     words_in(kind.about, Notation()).letters(), needs_heads ? "; it has one head" : "");
    const std::string given = is_given(drawing, drawing.view_state.array()) ? "; its numbers are given here" : "";
    return error("{} cannot be drawn as {}: {}{}; that goes with {}", named_array(drawing), kind.name,
                 words_in(kind.about, Notation()).letters(), given, stages);
}

std::optional<ArrayId> first_fitting_stage(const FigureKind& kind, const DrawContext& drawing) {
    if (kind.fits != nullptr)
        return std::nullopt;
    const std::vector<ArrayId> stages = fitting_stages(*kind.picture, drawing);
    return stages.empty() ? std::nullopt : std::optional(stages.front());
}

std::optional<HeatmapOptions> matrix_of(const FigureKind& kind, const DrawContext& drawing,
                                        const FigureRequest& request, const FigureRoom& room) {
    return kind.draw == draw_matrix ? std::optional(matrix_options(drawing, request, room)) : std::nullopt;
}

void draw(const FigureKind& kind, DisplayList& list, const DrawContext& drawing, const FigureRequest& request,
          const FigureRoom& room) {
    if (kind.draw != nullptr)
        return kind.draw(list, drawing, request, room);
    const float liked = room.width * kind.aspect * room.stretch;
    const float least = std::max(kind.least_height, std::min(liked, kind.fits_any_height ? 0 : lowest_stage));
    const float height = room.is_limited ? std::max(room.height, std::min(least, lowest_on_page))
                                         : bounded(liked, kind.least_height, room.height);
    picture(*kind.picture).draw(list, drawing, {0, 0, room.width, height});
}

} // namespace attn
