#include "ui/actions/dialog.h"

#include "ui/actions/fields.h"

#include <utility>

namespace attn {

namespace {

/// True if the notice is about something earlier: within a dialog, it would seem to be about the dialog.
bool is_over(const Notice& notice) {
    return !notice.is_error && !notice.undo &&
           (notice.holds == HoldsWhile::whatever || notice.holds == HoldsWhile::session_is_as_is);
}

} // namespace

const Dialog* open_dialog(const Workspace& workspace) {
    return workspace.overlay ? &dialog_of(workspace.overlay->kind) : nullptr;
}

bool has_dialog(const Workspace& workspace) {
    return workspace.overlay && !open_dialog(workspace)->is_menu;
}

bool is_open(const Workspace& workspace, Overlay::Kind kind) {
    return workspace.overlay && workspace.overlay->kind == kind;
}

void open_overlay(const CommandContext& command, Overlay::Kind kind) {
    Workspace& workspace = command.workspace;
    const Dialog& dialog = dialog_of(kind);
    if (workspace.notice && !dialog.closes_when_chosen && is_over(*workspace.notice))
        workspace.notice.reset();
    workspace.field.reset();
    workspace.field_problem.clear();
    workspace.overlay = Overlay{kind};
    if (!dialog.first_field.empty())
        begin_field(command.ui, workspace, std::string(dialog.first_field));
}

void open_refused(Workspace& workspace, std::string field, std::string text, std::string problem) {
    workspace.overlay = Overlay{dialog_with_field(field).kind};
    workspace.field = open_field(std::move(field), std::move(text));
    workspace.field_problem = std::move(problem);
}

} // namespace attn
