#pragma once

#include "ui/actions/actions.h"

namespace attn {

/// What the keys do in a menu, a list or a dialog in which nothing is being typed.
void react_to_overlay_keys(const CommandContext& command);

} // namespace attn
