#pragma once

#include "ui/actions/dialog.h"

#include <string>

namespace attn {

/// Reacts to keys in the open dialog while none of its fields is edited.
void react_to_dialog_keys(const CommandContext& command);

/// Reacts to keys while a field of the dialog is edited. `is_changed`: true if the field's text changed in this frame.
/// Returns true if the keys were used; false leaves them to the field.
bool react_beside_field(const CommandContext& command, bool is_changed);

/// Reacts to the wheel over the dialog; `by` counts notches upwards.
void turn_wheel_over_dialog(const CommandContext& command, float by);

/// Opens the target's field if a digit is typed. Returns true if the field was opened.
bool type_into(const CommandContext& command, const std::string& target);

} // namespace attn
