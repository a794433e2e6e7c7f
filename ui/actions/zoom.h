#pragma once

#include "core/figure/geometry.h"
#include "ui/document/workspace.h"

namespace attn {

/// Multiplies the zoom of the picture by a factor, within the limits 0.25 and 64.
void zoom_by(Workspace& workspace, float factor);
/// Zooms the picture around the mouse: the point below the mouse stays there, as far as the layout keeps the picture
/// centred.
void zoom_around(Workspace& workspace, Point mouse, float factor, const Box& picture);
void pan_by(Workspace& workspace, Point way);
/// Shows all of the stage again: zoom 1, no pan.
void fit_stage(Workspace& workspace);

} // namespace attn
