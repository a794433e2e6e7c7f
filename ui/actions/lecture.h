#pragma once

#include "ui/document/workspace.h"

namespace attn {

/// Full screen, everything larger, the bar away; and a line that tells the keys.
void begin_lecture(Workspace& workspace);
void end_lecture(Workspace& workspace);

} // namespace attn
