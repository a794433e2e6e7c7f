#pragma once

#include "core/document/session/edits.h"
#include "ui/actions/actions.h"

namespace attn {

/// Opens a field right in the inspected cell, from which Enter and Tab go on to the next.
void open_cell_field(const CommandContext& command);
void pin_cell(const CommandContext& command);
bool can_pin(const UiContext& ui);
bool is_pinned(const UiContext& ui);

/// A stage that is given whole is computed from now on.
void compute_again(const CommandContext& command);
bool is_given(const UiContext& ui);

/// The inspected cell's matrix, row or column.
enum class Part : std::uint8_t { matrix, row, column };

/// Fills a part. `number` is the factor, or what every cell becomes. Computed stages cannot be filled.
Fill filling_of(const CommandContext& command, Part part, Fill::With with, float number = 1);
bool can_fill(const UiContext& ui);

/// What all weights of all heads become.
enum class AllWeights : std::uint8_t { zero, integers, random };
/// In one step of the history; biases stay.
void fill_all_weights(const CommandContext& command, AllWeights with);

bool head_is_on(const UiContext& ui);

/// Opens the field of a new token at the end of a sequence.
void add_token(const CommandContext& command, Side side);
/// Of the token that the selected row stands for.
void rename_token(const CommandContext& command);
void move_token(const CommandContext& command, Index by);
void remove_token(const CommandContext& command);
bool has_token_to_change(const UiContext& ui);
bool has_chosen_token(const UiContext& ui);

/// Lets go of the topmost thing that is open: a field, an overlay, a drag, playing, a message.
void escape(const CommandContext& command);

} // namespace attn
