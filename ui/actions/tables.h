#pragma once

#include "ui/actions/actions.h"

#include <cstdint>

namespace attn {

/// The format of a table in the clipboard. Spreadsheets and paste_table read tabs.
enum class TableFormat : std::uint8_t { tabs, csv, tex, numpy, markdown };

/// These copy the matrix of the inspected cell, its row or its column, or the number alone.
void copy_matrix(const CommandContext& command, TableFormat format);
void copy_row(const CommandContext& command);
void copy_column(const CommandContext& command);
/// Copies sentences about the selected cell and its stage.
void copy_description(const CommandContext& command);
void copy_number(const CommandContext& command);

/// Pastes the clipboard's table into the matrix, beginning at the inspected cell; a table of the matrix's size replaces
/// the whole matrix. A table that cannot be read, or does not fit, changes nothing; a notice says why.
void paste_table(const CommandContext& command);

/// True if more than one cell is selected.
bool has_range(const UiContext& ui);
/// Copies the selected range, or the whole matrix if one cell is selected.
void copy_selected(const CommandContext& command);

/// True if several cells are selected and some of them are pinned; unpin_range computes these again.
bool has_pins_in_range(const UiContext& ui);
void unpin_range(const CommandContext& command);

enum class RangeFill : std::uint8_t { zero, down, right };
/// Fills the range with zeros, or with its first row or column; one step of the history.
void fill_range(const CommandContext& command, RangeFill with);

} // namespace attn
