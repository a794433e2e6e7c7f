#include "ui/actions/lecture.h"

#include "ui/actions/dialog.h"
#include "ui/actions/zoom.h"
#include "ui/document/lecture.h"
#include "ui/toolkit/layout.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::array text_sizes{0.8F, 0.9F, 1.0F, 1.125F, 1.25F, 1.4F};

/// The room that a dialog needs in a lecture; nullopt: any room will do.
std::optional<Point> room_of_dialog(const Dialog& dialog) {
    if (dialog.room == RoomInLecture::stage)
        return std::nullopt;
    return dialog.room == RoomInLecture::scene ? scene_area : whole_window;
}

} // namespace

void begin_lecture(Workspace& workspace) {
    workspace.lecture = true;
    workspace.lecture_inspector = workspace.lecture_tokens = false;
    fit_stage(workspace); // zoom and pan of the window do not fit a lecture, nor the other way round
    workspace.overlay.reset();
    workspace.field.reset();
    workspace.notice = passing({{"Page Down, Page Up: step. E: explain. W: words. B: blank. Esc: leave.",
                                 Always{"what keys do in every lecture"}},
                                HoldsWhile::in_lecture});
}

void end_lecture(Workspace& workspace) {
    workspace.lecture = workspace.blank = false;
    if (workspace.lesson)
        workspace.lesson->shows_note = false; // the note is for the lecturer alone
    fit_stage(workspace);
}

void step_lecture_text(Workspace& workspace, int steps) {
    const auto now = std::ranges::lower_bound(text_sizes, workspace.lecture_text) - text_sizes.begin();
    const auto last = std::ssize(text_sizes) - 1;
    workspace.lecture_text = text_sizes.at(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + steps, 0, last)));
    workspace.notice = passing(notice_of_deed(fmt::format("Words: {:.0f} %.", workspace.lecture_text * 100)));
}

void restore_lecture(Workspace& workspace) {
    workspace.lecture_text = 1;
    fit_stage(workspace);
}

std::optional<Point> room_of_lecture(const Workspace& workspace) {
    if (!workspace.lecture)
        return std::nullopt;
    const bool is_stacked = stacks_scenes({workspace.window_width, workspace.window_height});
    const Point room = workspace.lecture_inspector ? scene_area
                       : !workspace.lesson         ? lecture_area
                       : is_stacked                ? narrow_scene_area
                                                   : scene_area;
    return Point{room.x / workspace.lecture_text, room.y / workspace.lecture_text};
}

float dialog_scale(const Workspace& workspace) {
    const Dialog* const dialog = open_dialog(workspace);
    const auto room = scope_of(workspace).is_for_audience && dialog != nullptr ? room_of_dialog(*dialog) : std::nullopt;
    return room ? std::min({1.0F, workspace.window_width / room->x, workspace.window_height / room->y}) : 1.0F;
}

Box window_of_dialog(const Workspace& workspace) {
    const float by = dialog_scale(workspace);
    return {0, 0, workspace.window_width / by, workspace.window_height / by};
}

} // namespace attn
