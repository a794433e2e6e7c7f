#include "ui/dialogs/dialog_keys.h"

#include "ui/actions/fields.h"
#include "ui/actions/folder_list.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <imgui.h>

namespace attn {

namespace {

constexpr float scroll_step = 48;

bool walk_list(const CommandContext& command, const DialogList& list) {
    if (list.count == nullptr)
        return false;
    const Index by = lines_of_keys(list.page == nullptr ? 0 : list.page(command.ui));
    Index& marked = command.workspace.overlay->marked;
    marked = moved_mark(marked, by, list.count(command.ui), list.least);
    return by != 0;
}

/// Scrolls a dialog that is higher than the window, or one with content that does not fit.
void read_on(Overlay& overlay) {
    const float page = ImGui::GetIO().DisplaySize.y / 2;
    const Index lines = lines_of_keys(static_cast<Index>(page / scroll_step));
    overlay.scroll = std::max(0.0F, overlay.scroll + static_cast<float>(lines) * scroll_step);
}

/// Reacts to Up and Down in the list of files beneath a path; Enter takes a file, or goes into a folder.
bool walk_files(const CommandContext& command) {
    const Index count = std::ssize(folder_entries(command.ui));
    Index& marked = command.workspace.overlay->marked; // 0: the field; 1: the first file
    marked = moved_mark(marked, lines_of_keys(0), count + 1);
    if (marked == 0 || !key_pressed(Key::enter))
        return false;
    if (choose_entry(command.ui, command.workspace, marked - 1) && asks_for_file_to_read(command.ui))
        enter_field(command);
    return true;
}

/// Reacts to keys in a field of a path: Tab completes the path or, in the export dialog, goes on to the next option.
bool react_beside_path(const CommandContext& command, bool is_changed) {
    Workspace& workspace = command.workspace;
    FieldEdit& field = *workspace.field;
    if (is_changed)
        workspace.overlay->marked = 0;
    field.is_used = field.is_used || is_changed || key_pressed(Key::down);
    if (walk_files(command))
        return true;
    if (!key_pressed(Key::tab))
        return false;
    const bool has_completed = field.is_used && complete_path(command.ui, workspace);
    return has_completed || open_dialog(workspace)->leave_field == nullptr;
}

} // namespace

void react_to_dialog_keys(const CommandContext& command) {
    const Dialog& dialog = *open_dialog(command.workspace);
    if (!dialog.is_menu && type_into(command, command.workspace.key_focus.value_or("")))
        return;
    if ((dialog.keys != nullptr && dialog.keys(command)) || walk_list(command, dialog.list))
        return;
    if (dialog.enter != nullptr && key_pressed(Key::enter))
        dialog.enter(command);
    else
        read_on(*command.workspace.overlay);
}

bool react_beside_field(const CommandContext& command, bool is_changed) {
    const Dialog& dialog = *open_dialog(command.workspace);
    if (is_changed && dialog.typed != nullptr)
        dialog.typed(command);
    else if (is_changed && dialog.list.count != nullptr)
        command.workspace.overlay->marked = 0;
    if (asks_for_path(command.ui) && react_beside_path(command, is_changed))
        return true;
    if (!dialog.is_menu && dialog.keys != nullptr && dialog.keys(command))
        return true;
    return walk_list(command, dialog.list) || (dialog.leave_field != nullptr && dialog.leave_field(command));
}

void turn_wheel_over_dialog(const CommandContext& command, float by) {
    const Dialog& dialog = *open_dialog(command.workspace);
    Overlay& overlay = *command.workspace.overlay;
    if (dialog.wheel != nullptr)
        dialog.wheel(command, by);
    else if (dialog.list.count != nullptr)
        overlay.marked = moved_mark(overlay.marked, by > 0 ? -dialog.list.notch : dialog.list.notch,
                                    dialog.list.count(command.ui), dialog.list.least);
    else
        overlay.scroll = std::max(0.0F, overlay.scroll - by * scroll_step);
}

bool type_into(const CommandContext& command, const std::string& target) {
    const std::string typed = typed_text(ImGui::GetIO());
    if (!target.starts_with("field:") || typed.find_first_of("0123456789-.") != 0)
        return false;
    begin_field(command.ui, command.workspace, target);
    select_all(*command.workspace.field);
    insert(*command.workspace.field, typed);
    return true;
}

} // namespace attn
