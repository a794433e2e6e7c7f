#pragma once

#include "core/figure/heatmap.h"
#include "core/figure/pictures/draw_context.h"
#include "core/figure/shared_ranges.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// The matrix that begins with the cell `first`, as a heatmap: its values, mask, palette and range. No change, labels,
/// outlines or name.
HeatmapOptions heat_of(const DrawContext& drawing, CellId first, bool transposed);

/// The matrix that begins with the cell `first`, as a heatmap, transposed where tokens are shown as columns.
HeatmapOptions heat_of(const DrawContext& drawing, CellId first);

/// The array that W_O multiplies for each head: O, or O gated; or concat, in which the head has its columns, where
/// numbers of concat are given or pinned.
ArrayId multiplied_by_W_O(const DrawContext& drawing);
/// The array's symbol, as TeX with names in angle brackets: of a head's part of the output the product that it is, C
/// W_O where numbers of C are given or pinned.
std::string symbol_of(const DrawContext& drawing, ArrayId array);
/// The head's matrix of what W_O multiplies, as heat_of shows it.
HeatmapOptions heat_of_multiplied(const DrawContext& drawing, Index head, bool transposed);
/// True if the matrix at the address has whole numbers only, which are shown without the decimals that others have.
bool shows_whole_numbers(const DrawContext& drawing, const Address& address);

/// The change of the values since the baseline over them, or instead of them, where it is asked for: of a matrix that
/// stands for itself. What goes into a product or an equation stays as it is, since changes do not multiply.
void add_change(const DrawContext& drawing, HeatmapOptions& options, const CellId& first, bool of_all_heads = false);

/// True if the change since the baseline is asked for, and numbers of the matrix that begins with the cell `first`, or
/// of any head's, differ from the baseline.
bool has_moved(const DrawContext& drawing, const CellId& first, bool in_any_head);

/// The colours of an array, whose matrix begins with the cell `first`, and of what goes into it: of one range. The
/// change of the result, where it is to be seen, lies over it.
void colour_together(const DrawContext& drawing, std::span<HeatmapOptions* const> operands, HeatmapOptions& result,
                     const CellId& first, Sharing sharing = Sharing::all);

/// True if the mask keeps the query of the cell from its key, in the mask, in masked scores and in what is made of
/// them. A cell pinned to a number of its own is not hidden.
bool is_hidden(const DrawContext& drawing, const CellId& cell);

/// The edge that tells a head from the others; in grey by its line.
Stroke head_stroke(const DrawContext& drawing, Index head, float width);

/// True if the array is shown transposed, since tokens are columns: stages are, weights are not.
bool is_transposed(const DrawContext& drawing, ArrayId array);

/// The number of rows and columns as they are shown.
Shape shown_shape(const DrawContext& drawing, ArrayId array);
Shape shown_shape(const HeatmapOptions& options);
/// The number of a batch's items that have such a matrix, before its shape: "2×"; empty where there is one.
std::string items_before_shape(const DrawContext& drawing, ArrayId array);

/// A cell's row and column as they are shown.
struct ShownPlace {
    Index row = 0;
    Index column = 0;
};
ShownPlace shown_place(const DrawContext& drawing, const CellId& cell);

/// The names beside and beneath the array as it is shown; those of a chosen cell in bold.
AxisLabels left_axis_of(const DrawContext& drawing, ArrayId array, const std::optional<CellId>& chosen = std::nullopt);
AxisLabels lower_axis_of(const DrawContext& drawing, ArrayId array, const std::optional<CellId>& chosen = std::nullopt);

/// The palette of an array: shares of attention, or signed numbers.
Palette palette_of(const DrawContext& drawing, ArrayId array);
/// The palette of changes and differences.
Palette palette_of_changes(const DrawContext& drawing);

/// TeX for the change of an array with that symbol.
std::string changed_symbol(std::string_view symbol);
/// TeX for the array as it is shown: its symbol, behind a Δ where only its change is shown.
std::string shown_symbol(const DrawContext& drawing, ArrayId array);

/// True if the baseline has the array too, in the same shape.
bool has_change(const DrawContext& drawing, ArrayId array);
/// True if the array is shown as its change since the baseline: the change is asked for, and the shapes are still
/// equal.
bool shows_change(const DrawContext& drawing, ArrayId array);

/// One range over all heads of an array, for the item of `first`.
Range range_of_heads(const DrawContext& drawing, CellId first);

/// The ranges of several arrays of one palette, of those that the layer has, each over all heads of the item in sight
/// and joined where they are comparable.
std::map<ArrayId, Range> comparable_ranges(const DrawContext& drawing, const std::vector<ArrayId>& arrays);

/// The axis with the names of the array's columns, one of them set in bold.
AxisLabels column_axis_of(const DrawContext& drawing, ArrayId array, std::optional<Index> emphasised = std::nullopt);

/// The largest width of the labels.
float label_width(const DrawContext& drawing, const AxisLabels& axis);

/// Outlines the cell, whose address is canonical, if it is in this matrix, which begins with `first_cell`.
void outline_cell(HeatmapOptions& options, const CellId& cell);

/// Outlines the operand's cell that has the focus, if it is in this matrix.
void outline_focus(const DrawContext& drawing, HeatmapOptions& options);

/// Marks the cells of the shown matrix, or of the part that begins with `first`, that are pinned. `at` is where the
/// heatmap lies.
void add_pin_marks(DisplayList& list, const DrawContext& drawing, const CellId& first, const Heatmap& map, Point at,
                   bool transposed);

} // namespace attn
