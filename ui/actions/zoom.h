#pragma once

#include "core/figure/geometry.h"
#include "ui/document/workspace.h"

namespace attn {

/// Zooms the stage by that factor, limited to 0.25 to 64.
void zoom_by(Workspace& workspace, float factor);
/// The same around the mouse: what is under it stays there, as far as the layout is centred on the picture.
void zoom_around(Workspace& workspace, Point mouse, float factor, const Box& picture);
void pan_by(Workspace& workspace, Point way);
/// Shows all of the stage again: zoom 1, no pan.
void fit_stage(Workspace& workspace);

} // namespace attn
