#pragma once

#include "ui/desk.h"

namespace attn {

/// Shows a stage that the layer has.
void go_to_step(const Desk& desk, Workspace& workspace, StageId stage);
/// Steps forward or back; stays at the ends.
void step_by(const Desk& desk, Workspace& workspace, int steps);
void go_to_end(const Desk& desk, Workspace& workspace, bool last);
/// Shows a weight or bias on the stage.
void show_parameter(const Desk& desk, Workspace& workspace, ParameterId parameter);

/// Selects a cell wherever it is, and shows its array.
void go_to_cell(const Desk& desk, Workspace& workspace, const CellId& cell);
/// Selects a cell that is on the stage: of its own array, or the focus on an operand.
void point_at(const Desk& desk, Workspace& workspace, const CellId& cell);
void move_selection(const Desk& desk, Workspace& workspace, Index rows, Index columns);
/// Draws what is in sight in another way, if it can be drawn so.
void show_picture(const Desk& desk, Workspace& workspace, PictureId id);

void choose_head(const Desk& desk, Workspace& workspace, Index head);
void choose_item(const Desk& desk, Workspace& workspace, Index item);

/// What the session opens on.
void go_to_opening(const Desk& desk, Workspace& workspace);

/// Brings the workspace back to what exists, after an edit took something away.
void settle(const Desk& desk, Workspace& workspace);

} // namespace attn
