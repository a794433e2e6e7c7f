// What stands on a worksheet beside its exercises: its head, lines to write on, and sums written out.

#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/figure/text.h"
#include "core/handouts/exercises.h"
#include "core/handouts/pages.h"

#include <string>
#include <vector>

namespace attn {

/// What stands at the top of the first page.
struct SheetHead {
    std::string title;
    std::string kind;             ///< "Key"; may be empty
    std::string instruction;      ///< may be empty
    bool is_for_somebody = false; ///< who writes a name and a date
};
Block sheet_head(const SheetHead& head, const Typesetter& typesetter);

/// Lines to work the cells of an exercise out on, each with its cell's name: short sums two beside each other. Where
/// not all have room on the page of their matrix, as many lines as do, without names. None where cells are worked out
/// row by row, or add up a few numbers that stand there.
std::vector<Block> writing_lines(const DrawContext& drawing, const Exercise& exercise, float line_height, float room);

/// Where who looks for a slip says what was found; `named`: a cell that shows how they are named.
Block answer_lines(const DrawContext& drawing, const CellId& named);

/// How a cell is worked out: its name, in the letters of its formula, and "= 2 × 1 + 0 × 1 = 2".
struct WorkedLine {
    Typeset name;
    std::string steps;
};
WorkedLine worked_line(const DrawContext& drawing, const CellId& cell);
float width_of(const WorkedLine& line, const Typesetter& typesetter);
Block worked_block(const WorkedLine& line, const Typesetter& typesetter);

constexpr float worksheet_line_height = 20;

} // namespace attn
