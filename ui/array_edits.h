#pragma once

#include "core/session/edits.h"
#include "ui/actions.h"

namespace attn {

/// Opens a field right in the inspected cell.
void open_cell_field(const Doing& doing);
void pin_cell(const Doing& doing);
bool can_pin(const Desk& desk);
bool is_pinned(const Desk& desk);

/// A stage that is given whole is computed from now on.
void compute_again(const Doing& doing);
bool is_given(const Desk& desk);

/// The inspected cell's matrix, row or column.
enum class Part : std::uint8_t { matrix, row, column };

/// Fills a part. `number` is the factor, or what every cell becomes. Computed stages cannot be filled.
Fill filling_of(const Doing& doing, Part part, Fill::With with, float number = 1);
bool can_fill(const Desk& desk);

bool head_is_on(const Desk& desk);

/// Opens the field of a new token at the end of a sequence.
void add_token(const Doing& doing, Side side);
/// Of the token that the selected row stands for.
void rename_selected_token(const Doing& doing);
void move_selected_token(const Doing& doing, Index by);
void remove_selected_token(const Doing& doing);
bool has_selected_token(const Desk& desk);

/// Lets go of the topmost thing that is open: a field, an overlay, a drag, playing, a message.
void let_go(const Doing& doing);

} // namespace attn
