#pragma once

#include "core/figure/geometry.h"
#include "ui/document/workspace.h"

namespace attn {

/// The stage grows by that factor, as far as it may.
void zoom_by(Workspace& workspace, float factor);
/// The same; what is under the mouse stays there, as far as the layout is centred on the picture.
void zoom_around(Workspace& workspace, Point mouse, float factor, const Box& picture);
void pan_by(Workspace& workspace, Point way);
/// All of the stage is in sight again.
void fit_stage(Workspace& workspace);

} // namespace attn
