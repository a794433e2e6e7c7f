#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// Adds the centre of the window: the question about the shown array, its picture, and the buttons to the next and the
/// previous array.
void stage_panel(Scene& scene, const UiContext& ui, const Box& area);

/// Returns the area for a requested field between the picture and the buttons, so that the field covers nothing. Its
/// height is 0 if no field is open.
Box asked_field_area(const UiContext& ui, const Box& stage);

/// Returns the area for messages at the foot of the centre.
MessageRoom message_room(const Workspace& workspace);

/// The area of the picture within the stage, which is zoomed and panned.
Box picture_area(const Workspace& workspace, const Box& stage);

} // namespace attn
