#include "ui/actions/text_size.h"

#include "ui/actions/dialog.h"
#include "ui/actions/lecture.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <imgui.h>

namespace attn {

namespace {

constexpr std::array sizes{0.75F, 0.875F, 1.0F, 1.125F, 1.25F, 1.5F, 1.75F, 2.0F, 2.5F, 3.0F};
constexpr float tolerance = 0.03F; // sizes limited by the window are no steps

void set_text_size(const CommandContext& command, float size) {
    command.workspace.text_size = size;
    command.workspace.notice = passing(notice_of_deed(fmt::format("Text: {:.0f} % of the desktop's.", size * 100)));
}

} // namespace

Point least_area(const Workspace& workspace) {
    const Dialog* const dialog = open_dialog(workspace);
    return dialog != nullptr && dialog->is_wide ? whole_window : least_window;
}

void enlarge_text(const CommandContext& command) {
    if (command.ui.scope().is_for_audience) {
        step_lecture_text(command.workspace, 1);
        return;
    }
    const float shown = command.workspace.shown_text_size;
    const ImVec2 area = ImGui::GetIO().DisplaySize;
    const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
    const float room = shown * roomy_scale({area.x * scale, area.y * scale}, least_area(command.workspace)) / scale;
    const auto* const larger = std::ranges::find_if(sizes, [&](float size) { return size > shown + tolerance; });
    if (larger != sizes.end() && room > shown + tolerance)
        set_text_size(command, *larger);
    else
        command.workspace.notice = passing(notice_of_deed(
            larger == sizes.end() ? "Text is as large as it gets."
                                  : "Text is as large as this window has room for; a larger window has more."));
}

void reduce_text(const CommandContext& command) {
    if (command.ui.scope().is_for_audience) {
        step_lecture_text(command.workspace, -1);
        return;
    }
    const float shown = command.workspace.shown_text_size;
    const auto smaller =
        std::ranges::find_if(sizes.rbegin(), sizes.rend(), [&](float size) { return size < shown - tolerance; });
    if (smaller != sizes.rend())
        set_text_size(command, *smaller);
}

void restore_text(const CommandContext& command) {
    if (command.ui.scope().is_for_audience)
        restore_lecture(command.workspace);
    else
        set_text_size(command, 1);
}

} // namespace attn
