#pragma once

#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Where the sum of a cell may be written: its terms beside the rows of the matrix that they are made with, all of it
/// ending at one edge.
struct WrittenSumPlace {
    float right = 0;      ///< where everything ends
    float top = 0;        ///< of the first row
    float row_height = 0; ///< logical pixels
    Index rows = 0;
    Range colours{}; ///< of the terms: those of the matrix that they stand beside
};

/// What is added beneath the rows: terms that stand on none of them, such as a bias, the sum, and a pin in its place.
float height_beneath_rows(const DrawContext& drawing, const CellId& cell, Index rows);

/// How far to the left of its edge the sum reaches.
float written_sum_width(const DrawContext& drawing, const CellId& cell);

/// The width of the line with the sum itself.
float written_total_width(const DrawContext& drawing, const CellId& cell);

/// Whether rows of that height (logical pixels) leave room for a sum that says something.
bool has_room_for_written_sum(const DrawContext& drawing, const CellId& cell, Index rows, float row_height);

/// Writes out how the cell comes about: each term on its own row, with as many decimals as they need to add up. Where
/// rows are too low for that, as many terms as there is room for, and the rest as one number.
void add_written_sum(DisplayList& list, const DrawContext& drawing, const CellId& cell, const WrittenSumPlace& place);

} // namespace attn
