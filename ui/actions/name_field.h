#pragma once

#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

// The field of a step that fills the window. Its word goes into the layer letter by letter, while it is typed.

/// Opens the field with the word typed last, selected, if the step shows letters alone.
void open_name_field(Workspace& workspace);
/// Puts the typed word into the layer; if that cannot read it, the step tells why.
Result<void> take_name(std::string_view text, const CommandContext& command);
/// The typed word if the layer cannot read it; empty if it can.
std::string refused_name(const Workspace& workspace);
void follow_typing(const CommandContext& command);
/// Updates the field after undo, redo or a step that begins with another word.
void follow_word(const UiContext& ui, Workspace& workspace);

} // namespace attn
