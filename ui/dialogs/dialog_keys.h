#pragma once

#include "ui/actions/dialog.h"

#include <string>

namespace attn {

/// Reacts to keys in the open dialog while none of its fields is edited.
void react_to_dialog_keys(const CommandContext& command);

/// Reacts to keys while a field of the dialog is edited. `is_changed`: its text changed in this frame. False: the keys
/// are left to the field.
bool react_beside_field(const CommandContext& command, bool is_changed);

/// Reacts to the wheel over the dialog; `by`: notches upwards.
void turn_wheel_over_dialog(const CommandContext& command, float by);

/// Opens the field of that target if a number is typed. Returns true if one was.
bool type_into(const CommandContext& command, const std::string& target);

} // namespace attn
