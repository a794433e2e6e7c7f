#pragma once

#include "ui/actions/actions.h"

#include <string_view>

namespace attn {

// The field of a step that fills the window: a word goes into the layer letter by letter, while it is typed.

/// With the word that was typed last, ready to be replaced where letters stand alone.
void open_name_field(Workspace& workspace);
/// What is typed goes into the layer, if it can; what cannot is said.
Result<void> take_name(std::string_view text, const CommandContext& command);
void follow_typing(const CommandContext& command);
/// Undo or redo may have changed the word, or a step begun with another.
void follow_word(const UiContext& ui, Workspace& workspace);

} // namespace attn
