// What stands on a worksheet beside its exercises: its head, lines to write on, and sums written out.

#pragma once

#include "core/figure/pictures/draw_context.h"
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

/// Lines to work the cells of an exercise out on, each with its cell's name: short sums two beside each other. Of more
/// cells than a sheet has room for, a few lines without names. None where cells are worked out row by row.
std::vector<Block> writing_lines(const DrawContext& drawing, const Exercise& exercise, float line_height);

/// Where who looks for a slip says what was found.
Block answer_lines(const Typesetter& typesetter);

/// How a cell is worked out, in a line.
Block worked_block(const std::string& line, const Typesetter& typesetter);

constexpr float worksheet_line_height = 20;

} // namespace attn
