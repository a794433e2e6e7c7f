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

/// Fills the inspected cell's matrix, row or column. Computed stages cannot be filled.
void fill(const Doing& doing, Fill::With with, float factor = 1);
void fill_row(const Doing& doing, Fill::With with);
void fill_column(const Doing& doing, Fill::With with);
bool can_fill(const Desk& desk);

bool head_is_on(const Desk& desk);
void add_token(const Doing& doing);

/// Lets go of the topmost thing that is open: a field, an overlay, a drag, playing, a message.
void let_go(const Doing& doing);

} // namespace attn
