#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// What the keys that ImGui knows of did: to the field that is edited, to what is open, or to the window. They act on
/// what is selected if it is in sight, in the scene that was painted last.
void react_to_keys(const CommandContext& command, const Scene& scene);

} // namespace attn
