#pragma once

#include "ui/actions/actions.h"

namespace attn {

// These move the selection after a number was typed into a cell, as in a spreadsheet. `by` is 1, or with Shift −1.

/// Moves to the cell on the right; after the last column, to the next row, in the column where Tab began.
void go_on_by_tab(const CommandContext& command, Index by);

/// Moves to the cell below; after Tab, in the column where Tab began.
void go_on_by_enter(const CommandContext& command, Index by);

/// Moves to the cell in the direction of an arrow key; ends a row begun with Tab.
void go_on_by_arrow(const CommandContext& command, Index rows, Index columns);

} // namespace attn
