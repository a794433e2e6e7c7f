#pragma once

#include "core/document/session/edits.h"
#include "ui/actions/actions.h"

namespace attn {

/// Opens a field in the inspected cell; Enter and Tab go on to the next cell.
void open_cell_field(const CommandContext& command);
void pin_cell(const CommandContext& command);
bool can_pin(const UiContext& ui);
bool is_pinned(const UiContext& ui);

/// Makes an array computed again whose numbers were all given.
void compute_again(const CommandContext& command);
bool is_given(const UiContext& ui);

/// The inspected cell's matrix, row or column.
enum class Part : std::uint8_t { matrix, row, column };

/// The fill of a part with `with`; `number` is the factor, or the new number of every cell. Computed stages cannot be
/// filled.
Fill filling_of(const CommandContext& command, Part part, Fill::With with, float number = 1);
bool can_fill(const UiContext& ui);

/// A filling of all weights of all heads.
enum class AllWeights : std::uint8_t { zero, integers, random };
/// Fills all weights, in one step of the history; biases stay.
void fill_all_weights(const CommandContext& command, AllWeights with);

bool head_is_on(const UiContext& ui);

/// Opens the field of a new token at the end of a sequence.
void add_token(const CommandContext& command, Side side);
/// These edit the chosen token or, if none is chosen, the token of the selected row.
void rename_token(const CommandContext& command);
void move_token(const CommandContext& command, Index by);
void remove_token(const CommandContext& command);
bool has_token_to_change(const UiContext& ui);
bool has_chosen_token(const UiContext& ui);

/// Closes the topmost open thing: a field, a dialog, a drag, the film, a notice.
void escape(const CommandContext& command);

} // namespace attn
