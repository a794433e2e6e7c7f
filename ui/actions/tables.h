#pragma once

#include "ui/actions/actions.h"

#include <cstdint>

namespace attn {

/// How a table is written into the clipboard. Tabs are what spreadsheets and paste_table read.
enum class TableFormat : std::uint8_t { tabs, csv, tex, numpy, markdown };

/// Copies the matrix of the inspected cell, its row or its column, or the number alone.
void copy_matrix(const CommandContext& command, TableFormat format);
void copy_row(const CommandContext& command);
void copy_column(const CommandContext& command);
/// The selected cell and its stage in sentences.
void copy_description(const CommandContext& command);
void copy_number(const CommandContext& command);

/// Puts the table of the clipboard where the inspected cell is, or over the whole matrix when it has its size. What is
/// no table, or does not fit, changes nothing and is told in one line.
void paste_table(const CommandContext& command);

/// Whether more than one cell is selected.
bool has_range(const UiContext& ui);
/// The selected range; the whole matrix where one cell is selected.
void copy_selected(const CommandContext& command);

/// Whether several cells are selected and some of them are pinned; and all of these are computed again.
bool has_pins_in_range(const UiContext& ui);
void unpin_range(const CommandContext& command);

enum class RangeFill : std::uint8_t { zero, down, right };
/// The range becomes zero, or takes the numbers of its first row or column; one step to undo.
void fill_range(const CommandContext& command, RangeFill with);

} // namespace attn
