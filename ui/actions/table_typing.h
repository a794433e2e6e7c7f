#pragma once

#include "ui/actions/actions.h"

namespace attn {

// Where the selection goes when a number was typed into a cell: as in a spreadsheet. `by` is 1, or with Shift −1.

/// To the cell on the right; behind the last column to the next row, in the column in which Tab began.
void go_on_by_tab(const CommandContext& command, Index by);

/// To the cell below; after Tabs in the column in which they began.
void go_on_by_enter(const CommandContext& command, Index by);

/// Where an arrow points. What was begun with Tab ends.
void go_on_by_arrow(const CommandContext& command, Index rows, Index columns);

} // namespace attn
