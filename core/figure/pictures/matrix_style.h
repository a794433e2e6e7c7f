#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/shared_ranges.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// The matrix whose first cell is `first`, as a heatmap with values, mask, palette and range, but without change,
/// labels, outlines and name.
HeatmapOptions heat_of(const DrawContext& drawing, CellId first, bool transposed);

/// The same heatmap, transposed if tokens are shown as columns.
HeatmapOptions heat_of(const DrawContext& drawing, CellId first);

/// The array of which W_O multiplies each head's part: O, or O after its gate; or concat, if numbers of concat are
/// given or pinned.
ArrayId multiplied_by_W_O(const DrawContext& drawing);
/// The array's symbol, as TeX with names in angle brackets. For a head's contribution to the output it is the product O
/// W_O, or C W_O if numbers of C are given or pinned.
std::string symbol_of(const DrawContext& drawing, ArrayId array);
/// The heatmap of the head's part of the array that W_O multiplies.
HeatmapOptions heat_of_multiplied(const DrawContext& drawing, Index head, bool transposed);
/// True if the matrix at the address has only whole numbers, which are written without decimals.
bool shows_whole_numbers(const DrawContext& drawing, const Address& address);

/// Adds the change since the baseline to a heatmap, or replaces the values with it, if the view state asks for that.
/// Only for matrices that are drawn alone: operands of a product or an equation keep their values, since changes cannot
/// be multiplied.
void add_change(const DrawContext& drawing, HeatmapOptions& options, const CellId& first, bool of_all_heads = false);

/// True if the view state shows changes, and numbers of the matrix that begins at `first`, or of any head, differ from
/// the baseline.
bool has_moved(const DrawContext& drawing, const CellId& first, bool in_any_head);

/// Gives operands and result, whose first cell is `first`, one range of colours. The change of the result lies over it
/// if it is shown.
void colour_together(const DrawContext& drawing, std::span<HeatmapOptions* const> operands, HeatmapOptions& result,
                     const CellId& first, Sharing sharing = Sharing::all);

/// True if the mask hides the key of the cell from its query. Applies to the mask, the masked scores and the stages
/// computed from them. A pinned cell is not hidden.
bool is_hidden(const DrawContext& drawing, const CellId& cell);

/// The stroke around a head in its own colour, or in its own line style in grey.
Stroke head_stroke(const DrawContext& drawing, Index head, float width);

/// True if the array is shown transposed: stages are if tokens are columns, weights never.
bool is_transposed(const DrawContext& drawing, ArrayId array);

/// The number of rows and columns as shown.
Shape shown_shape(const DrawContext& drawing, ArrayId array);
Shape shown_shape(const HeatmapOptions& options);
/// The text before a shape for a batch, "2×" for 2 items; empty for arrays that have one matrix.
std::string items_before_shape(const DrawContext& drawing, ArrayId array);

/// The row and column of a cell as shown.
struct ShownPlace {
    Index row = 0;
    Index column = 0;
};
ShownPlace shown_place(const DrawContext& drawing, const CellId& cell);

/// The labels to the left of and below the array as shown; those of the chosen cell are bold.
AxisLabels left_axis_of(const DrawContext& drawing, ArrayId array, const std::optional<CellId>& chosen = std::nullopt);
AxisLabels lower_axis_of(const DrawContext& drawing, ArrayId array, const std::optional<CellId>& chosen = std::nullopt);

/// The palette of an array: for attention weights, or for signed numbers.
Palette palette_of(const DrawContext& drawing, ArrayId array);
/// The palette of changes and differences.
Palette palette_of_changes(const DrawContext& drawing);

/// TeX for the change of an array with that symbol.
std::string changed_symbol(std::string_view symbol);
/// TeX for the array as it is shown: its symbol, after a Δ if only its change is shown.
std::string shown_symbol(const DrawContext& drawing, ArrayId array);

/// True if the baseline has the array in the same shape.
bool has_change(const DrawContext& drawing, ArrayId array);
/// True if changes since the baseline are shown, and the baseline has the array in the same shape.
bool shows_change(const DrawContext& drawing, ArrayId array);

/// One range for all heads of an array, for the item of `first`.
Range range_of_heads(const DrawContext& drawing, CellId first);

/// The ranges of several arrays with one palette, each over all heads of the selected item. Arrays that the layer lacks
/// are skipped; comparable ranges are joined.
std::map<ArrayId, Range> comparable_ranges(const DrawContext& drawing, const std::vector<ArrayId>& arrays);

/// The labels of the array's columns, one of them in bold.
AxisLabels column_axis_of(const DrawContext& drawing, ArrayId array, std::optional<Index> emphasised = std::nullopt);

/// The width of the longest label.
float label_width(const DrawContext& drawing, const AxisLabels& axis);

/// Outlines `cell`, whose address is canonical, if the matrix contains it.
void outline_cell(HeatmapOptions& options, const CellId& cell);

/// Outlines the focused cell of an operand if the matrix contains it.
void outline_focus(const DrawContext& drawing, HeatmapOptions& options);

/// Marks the pinned cells of the shown matrix, or of the part that begins at `first`. `at` is the heatmap's place.
void add_pin_marks(DisplayList& list, const DrawContext& drawing, const CellId& first, const Heatmap& map, Point at,
                   bool transposed);

} // namespace attn
