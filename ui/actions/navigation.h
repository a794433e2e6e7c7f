#pragma once

#include "ui/document/ui_context.h"

#include <string_view>

namespace attn {

/// Shows an array; does nothing if the layer does not have it.
void go_to_step(const UiContext& ui, Workspace& workspace, ArrayId stage);
/// The arrays to step through: the steps of the notes, or all arrays.
std::vector<ArrayId> shown_steps(const UiContext& ui);
/// Goes `steps` arrays forward or, if negative, back; stops at the first and the last one.
void step_by(const UiContext& ui, Workspace& workspace, int steps);
void go_to_end(const UiContext& ui, Workspace& workspace, bool last);
/// Shows a weight or bias on the stage.
void show_parameter(const UiContext& ui, Workspace& workspace, ArrayId parameter);

/// Selects a cell of any array, and shows its array.
void go_to_cell(const UiContext& ui, Workspace& workspace, const CellId& cell);
/// Selects a cell that is drawn in the centre of the window: of the shown array, or of an operand, which then gets the
/// focus.
void point_at(const UiContext& ui, Workspace& workspace, const CellId& cell);
/// Moves the selection by `rows` and `columns` of the screen, where tokens may be columns.
void move_selection(const UiContext& ui, Workspace& workspace, Index rows, Index columns);
/// Shows the same array in another picture, if that picture can draw it.
void show_picture(const UiContext& ui, Workspace& workspace, PictureId id);

void choose_head(const UiContext& ui, Workspace& workspace, Index head);
void choose_item(const UiContext& ui, Workspace& workspace, Index item);

/// Goes to the array and cell with which the session opens.
void go_to_opening(const UiContext& ui, Workspace& workspace);

/// Keeps stage, head, item and cell when another layer of the same model is shown; a stage that it does not have is
/// replaced by its first.
void keep_view(const UiContext& ui, Workspace& workspace);

/// Limits the selection to what exists, after an edit removed something.
void clamp_selection(const UiContext& ui, Workspace& workspace);

/// Returns the shown array and cell, so that the window can return to them.
Opening place_in_sight(const UiContext& ui);
/// Returns the array and cell that a question written now is about; while a weight is shown, those that the question
/// had before.
Opening place_of_question(const UiContext& ui);
/// Shows an array and a cell of the layer.
void show_place(const UiContext& ui, Workspace& workspace, const Opening& place);
/// Shows the array in its plainest picture: all rows, not how one of them is computed.
void show_plainly(const UiContext& ui, Workspace& workspace);
/// Goes to the array and cell that were shown when a session was saved, unless the session opens with them.
void go_to_place(const UiContext& ui, Workspace& workspace, const Opening& place);

/// Extends the selected range by `rows` and `columns`; the range begins at the inspected cell.
void extend_selection(const UiContext& ui, Workspace& workspace, Index rows, Index columns);
/// Extends the selected range to the cell, if both are in the same matrix.
void extend_selection_to(const UiContext& ui, Workspace& workspace, const CellId& cell);

} // namespace attn
