#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The centre of the window: what the step asks, its picture, and the buttons that walk on.
void stage_panel(Scene& scene, const UiContext& ui, const Box& area);

/// The room between the picture and the buttons for a field that was asked for, so that it covers nothing. Its height
/// is 0 where there is no such field.
Box asked_field_area(const UiContext& ui, const Box& stage);

/// What is kept at the stage's foot for what is said.
MessageRoom message_room(const Workspace& workspace);

/// Where the picture is within the stage: what is zoomed and panned.
Box picture_area(const Workspace& workspace, const Box& stage);

} // namespace attn
