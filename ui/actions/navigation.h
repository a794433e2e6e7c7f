#pragma once

#include "ui/document/ui_context.h"

#include <string_view>

namespace attn {

/// Shows a stage that the layer has.
void go_to_step(const UiContext& ui, Workspace& workspace, ArrayId stage);
/// The arrays that stepping leads through: the steps of the notes, or all arrays.
std::vector<ArrayId> shown_steps(const UiContext& ui);
/// Steps forward or back; stays at the ends.
void step_by(const UiContext& ui, Workspace& workspace, int steps);
void go_to_end(const UiContext& ui, Workspace& workspace, bool last);
/// Shows a weight or bias on the stage.
void show_parameter(const UiContext& ui, Workspace& workspace, ArrayId parameter);

/// Selects a cell wherever it is, and shows its array.
void go_to_cell(const UiContext& ui, Workspace& workspace, const CellId& cell);
/// Selects a cell that is on the stage: of its own array, or the focus on an operand.
void point_at(const UiContext& ui, Workspace& workspace, const CellId& cell);
/// So many rows and columns on, as they are seen: where tokens are columns the other way round.
void move_selection(const UiContext& ui, Workspace& workspace, Index rows, Index columns);
/// Draws what is in sight in another way, if it can be drawn so.
void show_picture(const UiContext& ui, Workspace& workspace, PictureId id);

void choose_head(const UiContext& ui, Workspace& workspace, Index head);
void choose_item(const UiContext& ui, Workspace& workspace, Index item);

/// What the session opens on.
void go_to_opening(const UiContext& ui, Workspace& workspace);

/// Stage, head, item and cell stay on another layer of the same model; what that one does not have gives way to its
/// first stage.
void keep_view(const UiContext& ui, Workspace& workspace);

/// Brings the workspace back to what exists, after an edit took something away.
void clamp_selection(const UiContext& ui, Workspace& workspace);

/// The array and the cell that are shown, to come back to.
Opening place_in_sight(const UiContext& ui);
/// What a question that is written now is about: of weights the question's old place stays.
Opening place_of_question(const UiContext& ui);
/// Shows a place of the layer.
void show_place(const UiContext& ui, Workspace& workspace, const Opening& place);
/// What is in sight in its plainest picture: all rows, not how one of them came to be.
void show_plainly(const UiContext& ui, Workspace& workspace);
/// Shows what was in sight when a session was saved, unless that is its opening.
void go_to_place(const UiContext& ui, Workspace& workspace, const Opening& place);

/// The range of cells grows by so many rows and columns, or shrinks; it begins at the inspected cell.
void extend_selection(const UiContext& ui, Workspace& workspace, Index rows, Index columns);
/// The range reaches to the cell, if that lies in the same matrix.
void extend_selection_to(const UiContext& ui, Workspace& workspace, const CellId& cell);

} // namespace attn
