#pragma once

#include "ui/actions.h"

namespace attn {

/// What the keys that ImGui knows of did: to the field that is edited, to what is open, or to the window.
void react_to_keys(const CommandContext& command);

} // namespace attn
