#pragma once

#include "ui/actions/actions.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Applies the keys known to ImGui to the edited field, to an open dialog, or to the window. Keys act on the selection
/// if it is in sight in the scene painted last.
void react_to_keys(const CommandContext& command, const Scene& scene, const WindowLayout& layout);

} // namespace attn
