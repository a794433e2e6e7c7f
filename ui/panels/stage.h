#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The centre of the window: the step's question, its picture, and the buttons that step on.
void stage_panel(Scene& scene, const UiContext& ui, const Box& area);

/// The room for an asked field between the picture and the buttons, so that the field covers nothing. Its height is 0
/// if none is open.
Box asked_field_area(const UiContext& ui, const Box& stage);

/// The room kept at the stage's foot for messages.
MessageRoom message_room(const Workspace& workspace);

/// The area of the picture within the stage, which is zoomed and panned.
Box picture_area(const Workspace& workspace, const Box& stage);

} // namespace attn
