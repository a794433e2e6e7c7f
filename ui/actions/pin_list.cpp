#include "ui/actions/pin_list.h"

#include "core/document/edits.h"
#include "ui/actions/navigation.h"

#include <algorithm>
#include <iterator>

namespace attn {

namespace {

CellId pin_at(const UiContext& ui, Index place) {
    return std::next(ui.layer().pins.begin(), place)->first;
}

} // namespace

Index pin_count(const UiContext& ui) {
    return std::ssize(ui.layer().pins);
}

Index marked_pin(const UiContext& ui) {
    return std::clamp<Index>(ui.workspace.overlay->marked, 0, std::max<Index>(1, pin_count(ui)) - 1);
}

void mark_pin(const UiContext& ui, Workspace& workspace, Index by) {
    workspace.overlay->marked = std::clamp<Index>(marked_pin(ui) + by, 0, std::max<Index>(1, pin_count(ui)) - 1);
}

void go_to_marked_pin(const CommandContext& command) {
    if (pin_count(command.ui) == 0)
        return;
    const CellId cell = pin_at(command.ui, marked_pin(command.ui));
    command.workspace.overlay.reset();
    go_to_cell(command.ui, command.workspace, cell);
}

void remove_marked_pin(const CommandContext& command) {
    if (pin_count(command.ui) > 0)
        command.frame_actions.edits.push_back({Unpin{pin_at(command.ui, marked_pin(command.ui))}});
}

} // namespace attn
