// Parts of a worksheet beside its exercises: its head, lines to write on, and worked sums.

#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"
#include "core/handouts/exercises.h"
#include "core/handouts/pages.h"

#include <string>
#include <vector>

namespace attn {

constexpr float worksheet_line_height = 20;

/// The head of a sheet's first page.
struct SheetHead {
    std::string title{};
    std::string kind{};           ///< "Key"; may be empty
    std::string instruction{};    ///< may be empty
    bool is_for_somebody = false; ///< has fields for a name and a date
};
PageBlock sheet_head(const SheetHead& head, const Typesetter& typesetter);

/// Lines on which to work out an exercise's cells, each with its cell's name; short sums stand two side by side. If the
/// lines are higher than `room`, the space beneath the matrix, as many unnamed lines as fit, from 1 to 12. Empty for
/// stages that are worked out row by row, and for sums of up to 3 numbers without a product of two cells.
std::vector<PageBlock> writing_lines(const DrawContext& drawing, const Exercise& exercise, float room);

/// Lines for the answer of a reader who looks for the planted error. `named`: a cell whose name serves as an example.
PageBlock answer_lines(const DrawContext& drawing, const CellId& named);

/// A worked cell: its name in the letters of its formula, and the calculation "= 2 × 1 + 0 × 1 = 2".
struct WorkedLine {
    Typeset name;
    std::string steps;
};
WorkedLine worked_line(const DrawContext& drawing, const CellId& cell);
PageBlock worked_block(const WorkedLine& line, const Typesetter& typesetter);

/// The cells worked out, two side by side if all lines are short enough.
std::vector<PageBlock> worked_lines(const DrawContext& drawing, const std::vector<CellId>& cells);

} // namespace attn
