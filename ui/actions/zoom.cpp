#include "ui/actions/zoom.h"

#include <algorithm>

namespace attn {

void zoom_by(Workspace& workspace, float factor) {
    constexpr float least = 0.25F;
    constexpr float most = 64;
    workspace.zoom = std::clamp(workspace.zoom * factor, least, most);
}

void zoom_around(Workspace& workspace, Point mouse, float factor, const Box& picture) {
    const float before = workspace.zoom;
    zoom_by(workspace, factor);
    if (workspace.zoom <= 1) {
        workspace.pan = {};
        return;
    }
    const float ratio = workspace.zoom / before;
    const Point centre{picture.x + picture.width / 2, picture.y};
    const Point from = mouse - centre - workspace.pan;
    pan_by(workspace, {from.x * (1 - ratio), from.y * (1 - ratio)});
}

void pan_by(Workspace& workspace, Point way) {
    workspace.pan = workspace.pan + way;
}

void fit_stage(Workspace& workspace) {
    workspace.zoom = 1;
    workspace.pan = {};
}

} // namespace attn
