#include "core/figure/pictures/matrix_style.h"

#include "core/document/session/known_words.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/model/mask.h"
#include "core/model/overrides.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float pin_mark = 7;

/// True for the stages from the mask to the attention weights, in which the mask may hide cells.
bool shows_mask(ArrayId array) {
    return row_of(array).columns == Axis::key_tokens && is_made_by(array, OperationId::mask);
}

/// True if the layer has a mask that may hide cells of this array.
bool is_masked(const DrawContext& drawing, ArrayId array) {
    return shows_mask(array) && drawing.trace.has(ArrayId::mask) && has_mask(drawing.layer());
}

/// The number in a cell that the mask hides: −∞ in scores, 0 in attention weights.
float hidden_value(ArrayId array) {
    return row_of(array).meaning == Meaning::score ? -std::numeric_limits<float>::infinity() : 0;
}

Address mask_slot(const DrawContext& drawing, const CellId& cell) {
    const CellId mask = canonical(drawing, {cell.layer, ArrayId::mask, cell.item, cell.head, 0, 0});
    return {mask.layer, ArrayId::mask, mask.item, mask.head};
}

Matrix mask_of(const DrawContext& drawing, const CellId& first) {
    if (!is_masked(drawing, first.array))
        return {};
    const Address slot = mask_slot(drawing, first);
    const auto stage = first.array;
    if (drawing.layer().pins.empty() || row_of(stage).meaning == Meaning::mask)
        return drawing.trace.matrix(slot);
    return drawing.cache.mask_without_pinned(drawing.trace, slot, {first.layer, stage, first.item, first.head},
                                             hidden_value(stage));
}

/// The tokens that rows or columns stand for and whose numbers were drawn at random; none in a lesson, which explains
/// its words itself.
std::vector<Index> tokens_of_chance(const DrawContext& drawing, Role role) {
    if ((role != Role::queries && role != Role::keys) || drawing.view_state.in_lesson())
        return {};
    const Sequence& sequence = role == Role::keys ? key_sequence(drawing.layer()) : drawing.layer().sequence;
    const Index item = drawing.view_state.item;
    const std::vector<std::string> unknown = strangers(drawing.session, sequence, item);
    std::vector<Index> places;
    for (Index token = 0; token < sequence.token_count() && !unknown.empty(); ++token)
        if (std::ranges::find(unknown,
                              sequence.items[static_cast<std::size_t>(item)][static_cast<std::size_t>(token)]) !=
            unknown.end())
            places.push_back(token);
    return places;
}

AxisLabels axis_of(const DrawContext& drawing, Names names, std::optional<Index> emphasised) {
    AxisLabels axis;
    axis.italic = tokens_of_chance(drawing, names.role);
    axis.labels = std::move(names.labels);
    axis.title = std::move(names.title);
    axis.emphasised = emphasised;
    axis.are_whole = drawing.view_state.on_paper;
    if (!drawing.view_state.on_paper) // on paper, type has the requested size
        axis.smallest_word = drawing.view_state.is_enlarged ? smallest_enlarged_word : smallest_word_on_screen;
    return axis;
}

/// The labels of an array's rows or columns; that of the chosen cell is bold.
AxisLabels axis_of(const DrawContext& drawing, ArrayId array, bool of_columns, const std::optional<CellId>& chosen) {
    const auto emphasised = chosen ? std::optional(of_columns ? chosen->column : chosen->row) : std::nullopt;
    return axis_of(drawing, of_columns ? column_names(drawing, array) : row_names(drawing, array), emphasised);
}

} // namespace

bool is_hidden(const DrawContext& drawing, const CellId& cell) {
    if (!is_masked(drawing, cell.array))
        return false;
    const Address mask = mask_slot(drawing, cell);
    if (drawing.trace.value({mask.layer, mask.array, mask.item, mask.head, cell.row, cell.column}) !=
        -std::numeric_limits<float>::infinity())
        return false;
    return row_of(cell.array).meaning == Meaning::mask || drawing.trace.value(cell) == hidden_value(cell.array);
}

bool has_change(const DrawContext& drawing, ArrayId array) {
    if (drawing.baseline == nullptr)
        return false;
    const Trace& then = *drawing.baseline;
    return drawing.trace.has(array) && then.has(array) &&
           then.addresses().heads(array) == drawing.trace.addresses().heads(array) &&
           then.extent(array) == drawing.trace.extent(array) &&
           shape_of(then.sizes(), array) == shape_of(drawing.sizes(), array);
}

bool shows_change(const DrawContext& drawing, ArrayId array) {
    return drawing.view_state.shows_change && has_change(drawing, array);
}

std::string changed_symbol(std::string_view symbol) {
    return fmt::format(R"(\Delta\,{})", symbol);
}

std::string shown_symbol(const DrawContext& drawing, ArrayId array) {
    const bool is_change = drawing.view_state.only_change && shows_change(drawing, array);
    const std::string symbol = symbol_of(drawing, array);
    return is_change ? changed_symbol(symbol) : symbol;
}

Palette palette_of(const DrawContext& drawing, ArrayId array) {
    const Array& row = row_of(array);
    const bool is_from_0_to_1 =
        row.meaning == Meaning::share || row.meaning == Meaning::exponential ||
        std::ranges::any_of(row.recipes, [](const RecipeRow& recipe) { return recipe.operation == OperationId::gate; });
    const ViewState& view = drawing.view_state;
    if (is_from_0_to_1)
        return view.grey ? Palette::grey_attention : view.viridis ? Palette::viridis_attention : Palette::attention;
    return view.grey ? Palette::grey : view.viridis ? Palette::viridis : Palette::diverging;
}

Palette palette_of_changes(const DrawContext& drawing) {
    return drawing.view_state.grey ? Palette::grey : Palette::diverging;
}

namespace {

Range range_of_change(const DrawContext& drawing, const CellId& first, ConstView mask) {
    const Address slot{first.layer, first.array, first.item, first.head};
    return drawing.cache.range_of_difference(drawing.trace, slot, *drawing.baseline, slot, palette_of_changes(drawing),
                                             mask, mask.data == nullptr ? slot : mask_slot(drawing, first));
}

/// The range of one matrix alone.
Range own_range(const DrawContext& drawing, const CellId& first, const HeatmapOptions& options) {
    const ArrayId stage = first.array;
    if (!is_stage(stage))
        return range_of(options.matrix, options.palette, options.mask);
    return drawing.cache.range(drawing.trace, {first.layer, stage, first.item, first.head}, options.matrix,
                               options.palette, options.mask, mask_slot(drawing, first));
}

/// The union of range_of_head(first cell) over all heads of an array, for the item of `first`.
template <class RangeOfHead>
Range over_heads(const DrawContext& drawing, CellId first, const RangeOfHead& range_of_head) {
    const Index count = has_heads(first.array) ? drawing.sizes().H : 1;
    std::optional<Range> all;
    for (first.head = 0; first.head < count; ++first.head) {
        const Range one = range_of_head(first);
        all = all ? joined(*all, one) : one;
    }
    all->source = RangeSource::this_stage;
    return *all;
}

} // namespace

Range range_of_heads(const DrawContext& drawing, CellId first) {
    return over_heads(drawing, first, [&](const CellId& head) {
        HeatmapOptions options;
        options.palette = palette_of(drawing, head.array);
        options.matrix = drawing.trace.array(head.array, head.item, head.head);
        options.mask = mask_of(drawing, head);
        return own_range(drawing, head, options);
    });
}

std::map<ArrayId, Range> comparable_ranges(const DrawContext& drawing, const std::vector<ArrayId>& arrays) {
    std::map<ArrayId, Range> ranges;
    for (const ArrayId array : arrays)
        if (const CellId first{drawing.layer().number, array, drawing.view_state.item, 0, 0, 0};
            has_array(drawing, array))
            ranges.emplace(array, drawing.view_state.has_fixed_range(array) ? heat_of(drawing, first).range
                                                                            : range_of_heads(drawing, first));
    std::vector<Range*> joinable;
    joinable.reserve(ranges.size());
    for (auto& [array, range] : ranges)
        joinable.push_back(&range);
    join_comparable(joinable);
    return ranges;
}

namespace {

/// The mask for a matrix of changes: −∞ where a score is hidden, so that its change is no number. Attention weights
/// need no such mask: a hidden one is 0, so its change is a number.
Matrix mask_of_change(const DrawContext& drawing, const CellId& first) {
    const Meaning meaning = row_of(first.array).meaning;
    const bool is_zero_where_hidden = meaning == Meaning::share || meaning == Meaning::exponential;
    return is_zero_where_hidden ? Matrix() : mask_of(drawing, first);
}

/// The range of the changes, over all heads if heads are compared or share their colours.
Range shown_range_of_change(const DrawContext& drawing, const CellId& slot, bool of_all_heads) {
    if (!of_all_heads)
        return range_of_change(drawing, slot, mask_of_change(drawing, slot));
    return over_heads(drawing, slot, [&](const CellId& head) {
        return range_of_change(drawing, head, mask_of_change(drawing, head));
    });
}

/// The mask for a picture of changes: hidden cells that did not change are hatched.
Matrix unchanged_of(const Matrix& mask, const Matrix& change) {
    return filled(mask.rows(), mask.columns(), [&](Index i, Index j) { return change(i, j) == 0 ? mask(i, j) : 0; });
}

bool is_nothing(const Range& change) {
    return change.data_low == 0 && change.data_high == 0;
}

} // namespace

bool has_moved(const DrawContext& drawing, const CellId& first, bool in_any_head) {
    if (!shows_change(drawing, first.array))
        return false;
    const CellId slot = canonical(drawing, first);
    return !is_nothing(shown_range_of_change(drawing, slot, in_any_head));
}

void add_change(const DrawContext& drawing, HeatmapOptions& options, const CellId& first, bool of_all_heads) {
    const bool is_shared = of_all_heads || drawing.view_state.shares_range;
    const std::string caption = is_shared ? "change, all heads" : "change";
    if (!drawing.view_state.on_paper) {
        const std::string of_values = caption_of(colour_bar_of(options));
        options.longest_caption = of_values.size() > caption.size() ? of_values : caption;
    }
    if (!shows_change(drawing, first.array))
        return;
    const CellId slot = canonical(drawing, first);
    const Range range = shown_range_of_change(drawing, slot, is_shared);
    if (drawing.view_state.only_change) {
        options.palette = palette_of_changes(drawing);
        options.range = range;
        options.bar_caption = is_nothing(range) ? "no change" : caption;
        const Address both{slot.layer, slot.array, slot.item, slot.head};
        options.matrix = drawing.cache.difference(drawing.trace, both, *drawing.baseline, both);
        if (!options.mask.empty() && mask_of_change(drawing, slot).empty())
            options.mask = unchanged_of(options.mask, options.matrix);
        options.numbers_are.is_change = true;
        options.scale_name = shown_symbol(drawing, first.array);
        return;
    }
    if (is_nothing(range))
        return;
    options.before = drawing.baseline->array(slot.array, slot.item, slot.head);
    options.change_mask = mask_of_change(drawing, slot);
    options.change_palette = palette_of_changes(drawing);
    options.change_range = range;
    options.bar_of_others = ColourBar{.range = range,
                                      .palette = options.change_palette,
                                      .look = options.look,
                                      .decimals = options.decimals,
                                      .caption = caption};
}

void colour_together(const DrawContext& drawing, std::span<HeatmapOptions* const> operands, HeatmapOptions& result,
                     const CellId& first, Sharing sharing) {
    std::vector<HeatmapOptions*> of_values(operands.begin(), operands.end());
    of_values.push_back(&result);
    share_colours(of_values, sharing);
    add_change(drawing, result, first);
}

namespace {

/// True if all finite numbers are whole. False for large matrices, in which numbers are not shown.
bool is_whole(const Matrix& matrix) {
    constexpr Index most_cells = 16384;
    constexpr float noise = 1e-5F;
    if (matrix.rows() * matrix.columns() > most_cells)
        return false;
    for (Index row = 0; row < matrix.rows(); ++row)
        for (const float number : matrix.row(row))
            if (std::isfinite(number) &&
                std::abs(number - std::round(number)) > noise * std::max(1.0F, std::abs(number)))
                return false;
    return true;
}

/// The number of decimals in the matrix' cells.
int decimals_in(const DrawContext& drawing, const Matrix& matrix) {
    return drawing.view_state.whole_numbers && is_whole(matrix) ? 0 : drawing.view_state.decimals;
}

Range range_of_values(const DrawContext& drawing, const HeatmapOptions& options, const CellId& first) {
    if (const FixedRange* const fixed = find_fixed_range(drawing.view_state.fixed_ranges, first.array))
        return fixed_range(fixed->low, fixed->high, options.matrix, options.mask);
    return drawing.view_state.shares_range ? range_of_heads(drawing, first) : own_range(drawing, first, options);
}

} // namespace

bool shows_whole_numbers(const DrawContext& drawing, const Address& address) {
    return drawing.view_state.decimals > 0 &&
           decimals_in(drawing, drawing.trace.array(address.array, address.item, address.head)) == 0;
}

HeatmapOptions heat_of(const DrawContext& drawing, CellId first, bool transposed) {
    HeatmapOptions options;
    const CellId slot = canonical(drawing, first);
    options.first_cell = slot;
    options.matrix = drawing.trace.array(slot.array, slot.item, slot.head);
    options.mask = mask_of(drawing, first);
    options.transposed = transposed;
    options.palette = palette_of(drawing, first.array);
    options.look = drawing.view_state.look;
    options.numbers = drawing.view_state.numbers;
    if (const Index shared = drawing.sizes().queries_per_kv; shared > 1 && row_of(slot.array).heads == Heads::kv)
        options.shape_note = fmt::format(", heads {} to {}", head_number(drawing.session, slot.head),
                                         head_number(drawing.session, slot.head + shared - 1));
    options.decimals = decimals_in(drawing, options.matrix);
    options.shape_before = items_before_shape(drawing, slot.array);
    options.smallest_number = drawing.view_state.smallest_number;
    options.range = range_of_values(drawing, options, slot);
    return options;
}

std::string items_before_shape(const DrawContext& drawing, ArrayId array) {
    const Index items = is_stage(array) ? drawing.trace.extent(array).items : 1;
    return items > 1 ? fmt::format("{}×", items) : std::string();
}

HeatmapOptions heat_of(const DrawContext& drawing, CellId first) {
    return heat_of(drawing, first, is_transposed(drawing, first.array));
}

ArrayId multiplied_by_W_O(const DrawContext& drawing) {
    const ArrayId joined = drawing.trace.recipe(ArrayId::parts).operands[0].array;
    return is_overridden(drawing.layer(), joined) ? joined : drawing.trace.recipe(joined).operands[0].array;
}

std::string symbol_of(const DrawContext& drawing, ArrayId array) {
    if (array != ArrayId::parts || !is_in_blocks(multiplied_by_W_O(drawing)))
        return symbol_of(array);
    const ArrayId multiplied = multiplied_by_W_O(drawing);
    return drawing.session.tokens_as_columns ? "<W_O T> " + symbol_of(multiplied) : symbol_of(multiplied) + " <W_O>";
}

HeatmapOptions heat_of_multiplied(const DrawContext& drawing, Index head, bool transposed) {
    const ArrayId array = multiplied_by_W_O(drawing);
    HeatmapOptions options =
        heat_of(drawing, {drawing.layer().number, array, drawing.view_state.item, head, 0, 0}, transposed);
    if (is_in_blocks(array)) {
        const Index width = drawing.sizes().d_v;
        options.matrix = options.matrix.column_block(head * width, width);
        options.first_cell->column = head * width;
        options.shape = false; // the shape of the array would be wrong
    }
    return options;
}

bool is_transposed(const DrawContext& drawing, ArrayId array) {
    return drawing.session.tokens_as_columns && is_stage(array);
}

Shape shown_shape(const DrawContext& drawing, ArrayId array) {
    const Shape shape = array_shape(drawing, array);
    return is_transposed(drawing, array) ? Shape{shape.columns, shape.rows} : shape;
}

Shape shown_shape(const HeatmapOptions& options) {
    const Shape shape = options.matrix.shape();
    return options.transposed ? Shape{shape.columns, shape.rows} : shape;
}

ShownPlace shown_place(const DrawContext& drawing, const CellId& cell) {
    return is_transposed(drawing, cell.array) ? ShownPlace{cell.column, cell.row} : ShownPlace{cell.row, cell.column};
}

AxisLabels left_axis_of(const DrawContext& drawing, ArrayId array, const std::optional<CellId>& chosen) {
    return axis_of(drawing, array, is_transposed(drawing, array), chosen);
}

AxisLabels lower_axis_of(const DrawContext& drawing, ArrayId array, const std::optional<CellId>& chosen) {
    return axis_of(drawing, array, !is_transposed(drawing, array), chosen);
}

AxisLabels column_axis_of(const DrawContext& drawing, ArrayId array, std::optional<Index> emphasised) {
    return axis_of(drawing, column_names(drawing, array), emphasised);
}

Stroke head_stroke(const DrawContext& drawing, Index head, float width) {
    if (!drawing.view_state.grey)
        return {head_colour(drawing.theme(), head), width};
    return {head % 4 < 2 ? drawing.theme().ink : drawing.theme().dim, width,
            head % 2 == 1 ? LineStyle::dashed : LineStyle::solid};
}

float label_width(const DrawContext& drawing, const AxisLabels& axis) {
    float widest = 0;
    for (const std::string& label : axis.labels)
        widest = std::max(widest, drawing.typesetter.measure(label, Font{.weight = FontWeight::semibold}).width);
    return widest;
}

namespace {

/// Outlines the selected range of cells.
void outline_range(const DrawContext& drawing, HeatmapOptions& options) {
    if (!drawing.view_state.range_end || !options.first_cell)
        return;
    const CellRange range = selected_range(drawing);
    const CellId& first = *options.first_cell;
    if (range.rows * range.columns == 1 || range.first.array != first.array || range.first.item != first.item ||
        range.first.head != first.head)
        return;
    const Index row = range.first.row - first.row;
    const Index column = range.first.column - first.column;
    options.outlines.push_back(options.transposed
                                   ? Outline{column, row, range.columns, range.rows, Outline::Kind::strong}
                                   : Outline{row, column, range.rows, range.columns, Outline::Kind::strong});
}

/// The place of a cell in the matrix of all heads: heads are side by side, or one below the other for W_O.
CellId place_among_heads(const HeatmapOptions& options, CellId cell) {
    if (options.heads.empty())
        return cell;
    const bool is_beneath = row_of(cell.array).rows == Axis::value_width;
    const Index all = is_beneath ? options.matrix.rows() : options.matrix.columns();
    const Index before = std::ranges::find(options.heads, cell.head) - options.heads.begin();
    (is_beneath ? cell.row : cell.column) += before * all / std::ssize(options.heads);
    return cell;
}

} // namespace

void outline_cell(HeatmapOptions& options, const CellId& cell) {
    const CellId& first = *options.first_cell;
    const bool is_of_head = options.heads.empty() ? cell.head == first.head
                                                  : std::ranges::find(options.heads, cell.head) != options.heads.end();
    if (cell.array != first.array || cell.item != first.item || !is_of_head)
        return;
    const CellId at = place_among_heads(options, cell);
    const Index row = options.transposed ? at.column - first.column : at.row - first.row;
    const Index column = options.transposed ? at.row - first.row : at.column - first.column;
    const Shape shape = shown_shape(options);
    if (row >= 0 && row < shape.rows && column >= 0 && column < shape.columns)
        options.outlines.push_back({row, column, 1, 1, Outline::Kind::strong});
}

void outline_focus(const DrawContext& drawing, HeatmapOptions& options) {
    outline_range(drawing, options);
    const std::optional<CellId>& focus = drawing.view_state.focus;
    if (!focus || !options.first_cell || drawing.view_state.focus_beside != drawing.view_state.array())
        return;
    outline_cell(options, canonical(drawing, *focus));
}

void add_pin_marks(DisplayList& list, const DrawContext& drawing, const CellId& first, const Heatmap& map, Point at,
                   bool transposed) {
    const CellId shown = canonical(drawing, first);
    for (const auto& [cell, value] : drawing.layer().pins) {
        if (cell.array != shown.array || cell.item != shown.item || cell.head != shown.head)
            continue;
        const Index row = (transposed ? cell.column : cell.row) - (transposed ? first.column : first.row);
        const Index column = (transposed ? cell.row : cell.column) - (transposed ? first.row : first.column);
        if (row < 0 || column < 0 || row >= map.rows || column >= map.columns)
            continue;
        const Box box = map.cell(row, column).moved(at);
        const float side = std::min(pin_mark, box.width / 2);
        list.add(filled({{box.right() - side, box.y}, {box.right(), box.y}, {box.right(), box.y + side}},
                        drawing.theme().ink));
        list.marks.pins = true;
    }
}

} // namespace attn
