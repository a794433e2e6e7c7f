#include "ui/shell/mouse.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/text.h"
#include "ui/actions/drag.h"
#include "ui/actions/fields.h"
#include "ui/actions/lecture.h"
#include "ui/actions/lesson.h"
#include "ui/actions/navigation.h"
#include "ui/actions/token_places.h"
#include "ui/actions/zoom.h"
#include "ui/dialogs/dialog_keys.h"
#include "ui/panels/inspector.h"
#include "ui/panels/panels.h"
#include "ui/panels/pipeline_panel.h"
#include "ui/panels/stage.h"
#include "ui/panels/tip.h"
#include "ui/panels/tokens.h"
#include "ui/toolkit/field_view.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace attn {

namespace {

constexpr float scroll_step = 48;
constexpr float zoom_step = 1.15F;

bool begins_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

std::string value_of(const Scene& scene, const std::string& target) {
    const auto found = scene.values.find(target);
    return found == scene.values.end() ? std::string() : found->second;
}

Box box_of(const Scene& scene, const Target& target, const CommandContext& command) {
    return find(scene.list, target, command.ui.typesetter).value_or(Box{});
}

void press_field(const std::string& target, const MouseState& mouse, const Scene& scene,
                 const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (workspace.field && workspace.field->name == target) {
        workspace.field->is_used = true;
        constexpr int again = 2; // a third click leaves the selection of the second
        if (ImGui::GetMouseClickedCount(ImGuiMouseButton_Left) >= again) {
            select_all(*workspace.field);
            return;
        }
        const Box box = box_of(scene, target, command);
        const float scale = dialog_scale(workspace);
        const FieldView view(*workspace.field, box.width / scale - 2 * field_inset, command.ui.typesetter);
        workspace.field->caret = workspace.field->anchor = view.byte_at((mouse.at.x - box.x) / scale - field_inset);
        return;
    }
    begin_field(workspace, target, value_of(scene, target));
    workspace.field->is_used = true;
}

void press(const MouseState& mouse, const Target& target, const std::string& name, const Scene& scene,
           const CommandContext& command) {
    Workspace& workspace = command.workspace;
    workspace.key_focus.reset();
    const bool is_beside_notice = name == "notice" || name == "action:undo" || name == "action:moved" ||
                                  name == "action:lesson-resume" || name == "action:dismiss";
    if (workspace.notice && workspace.notice->passes && !is_beside_notice)
        workspace.notice.reset();
    const bool goes_into_field = begins_with(name, "action:choose/"); // a file, into the path being written
    if (workspace.field && workspace.field->name != name && !goes_into_field)
        leave_field(command);
    // The first press of two may have chosen a token, made room for its cross, and moved it from under the mouse.
    const std::string pressed_before = std::exchange(workspace.pressed, name);
    const bool is_second = mouse.double_clicked && !pressed_before.empty();
    if (const auto token = find_token(pressed_before); token && is_second) {
        open_token(*token, command);
        return;
    }
    if (begins_with(name, "field:")) {
        press_field(name, mouse, scene, command);
        return;
    }
    // A click beside the words begins to write them.
    if (name == "tokens" && !command.ui.scope().is_for_audience && command.ui.layer().context == nullptr) {
        press_field("field:sentence", mouse, scene, command);
        return;
    }
    if (const auto* const cell = std::get_if<CellId>(&target); cell != nullptr && ImGui::GetIO().KeyShift) {
        extend_selection_to(command.ui, workspace, *cell);
        return;
    }
    if (is_second && std::holds_alternative<CellId>(target))
        open_cell(command);
    workspace.drag = drag_of(target, name, mouse.at, scene, command);
}

/// Closes a menu or the search before the chosen entry is done. Returns true if one was open.
bool close_list(Workspace& workspace) {
    const Dialog* const dialog = open_dialog(workspace);
    if (dialog == nullptr || !dialog->closes_when_chosen)
        return false;
    workspace.overlay.reset();
    workspace.field.reset();
    return true;
}

/// Does what pressing an action or a link leads to.
void follow(const std::string& name, const Box& box, const CommandContext& command) {
    const CommandContext here{
        command.ui, command.workspace, command.frame_actions, {box.x, box.bottom() + space::tiny}};
    if (begins_with(name, "action:")) {
        const bool was_list = close_list(command.workspace);
        if (was_list && name == "action:close")
            return; // only the list is closed, not the dialog beneath it
        run_action(name, here);
    }
    if (begins_with(name, "next:")) // a word that may follow
        run_action("action:append/" + name.substr(5), here);
    if (begins_with(name, "link:"))
        if (const auto cell = parse_cell_name(std::string_view(name).substr(5), command.workspace.item)) {
            command.workspace.overlay.reset();
            go_to_cell(command.ui, command.workspace, *cell);
        }
}

void release(const MouseState& mouse, const Target& target, const std::string& name, const Scene& scene,
             const CommandContext& command) {
    const std::optional<MouseDrag> drag = std::exchange(command.workspace.drag, std::nullopt);
    if (!drag)
        return;
    if (drag->moved) { // a drag is no click, nor the first of two
        command.workspace.pressed.clear();
        command.workspace.pointing = {.at = mouse.at}; // no tip covers the result of the drag
    }
    if (drag->kind == MouseDrag::Kind::token && drag->moved) {
        drop_token(*drag, mouse.at, scene, command);
        return;
    }
    if (const auto* const cell = std::get_if<CellId>(&target);
        cell != nullptr && !drag->moved && name == drag->target && command.ui.scope().marks_cells())
        advance_lesson(command, lesson_event::Mark{*cell});
    if (drag->kind != MouseDrag::Kind::press || name != drag->target)
        return;
    follow(name, box_of(scene, target, command), command);
}

void turn_wheel(const MouseState& mouse, const WindowLayout& layout, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    const float by = -mouse.wheel.y * scroll_step;
    if (layout.pipeline.contains(mouse.at))
        workspace.pipeline_scroll =
            std::clamp(workspace.pipeline_scroll + by, 0.0F, longest_pipeline_scroll(command.ui, layout.pipeline));
    else if (layout.inspector.contains(mouse.at))
        workspace.inspector_scroll =
            std::clamp(workspace.inspector_scroll + by, 0.0F, longest_inspector_scroll(command.ui, layout.inspector));
    else if (layout.tokens.contains(mouse.at))
        workspace.tokens_scroll =
            std::clamp(workspace.tokens_scroll + by, 0.0F, longest_tokens_scroll(command.ui, layout.tokens));
    else if (layout.lesson.contains(mouse.at))
        workspace.lesson_scroll =
            std::clamp(workspace.lesson_scroll + by, 0.0F, longest_lesson_scroll(command.ui, layout.lesson));
    else if (layout.stage.contains(mouse.at) && mouse.control)
        zoom_around(workspace, mouse.at, std::pow(zoom_step, mouse.wheel.y), picture_area(workspace, layout.stage));
    else if (layout.stage.contains(mouse.at) && workspace.zoom > 1)
        pan_by(workspace, {mouse.wheel.x * scroll_step, mouse.wheel.y * scroll_step});
}

/// Rests the mouse, which then asks for a tip. Once a tip is shown, moving the mouse to another thing shows the next at
/// once.
void point(const MouseState& mouse, const Scene& scene, const CommandContext& command) {
    constexpr float tremble = 3; // logical pixels within which the mouse counts as resting
    Pointing& pointing = command.workspace.pointing;
    if (mouse.pressed || mouse.wheel.x != 0 || mouse.wheel.y != 0) {
        pointing = {.at = mouse.at};
        return;
    }
    const Point way = mouse.at - pointing.at;
    const bool moved = std::max(std::abs(way.x), std::abs(way.y)) > tremble;
    const bool tells = pointing.by == Pointing::By::mouse && scene.values.contains("tooltip");
    if (moved) {
        pointing.at = mouse.at;
        pointing.quiet = false;
    }
    if (moved && !tells)
        pointing.rested = 0;
    else
        pointing.rested += ImGui::GetIO().DeltaTime;
    if (pointing.quiet || pointing.rested >= rest_before_tip || !tip_at(scene, command.ui, mouse.at))
        return;
    std::optional<float>& next_frame = command.frame_actions.next_frame;
    const float rest = rest_before_tip - pointing.rested;
    next_frame = std::min(next_frame.value_or(rest), rest);
}

/// The token whose row or column of the shown matrix is level with a point beside its cells, where its word is.
std::optional<TokenPlace> token_beside_cells(const Scene& scene, Point at, const CommandContext& command) {
    for (const Item& item : scene.list.items) {
        const auto* const cell = std::get_if<CellId>(&item.target);
        if (cell == nullptr || cell->array != command.ui.workspace.array())
            continue;
        const Box box = bounds(item, command.ui.typesetter);
        const bool is_above_or_below = at.x >= box.x && at.x < box.right();
        const bool is_beside = at.y >= box.y && at.y < box.bottom();
        if (is_above_or_below != is_beside)
            return is_above_or_below ? token_of_column(command.ui, *cell) : token_of_row(command.ui, *cell);
    }
    return std::nullopt;
}

/// Opens the menu of what is under the mouse: of a cell's matrix, or of a token.
void open_menu_of(const Target& target, const Scene& scene, const MouseState& mouse, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (workspace.field)
        leave_field(command);
    if (workspace.overlay || workspace.field || workspace.playback.active)
        return;
    const CommandContext here{command.ui, workspace, command.frame_actions, mouse.at};
    if (const auto* const cell = std::get_if<CellId>(&target)) {
        point_at(command.ui, workspace, *cell);
        run_action("action:menu/matrix", here);
        return;
    }
    auto token = find_token(target_name(target));
    if (!token && target_name(target) == "stage")
        token = token_beside_cells(scene, mouse.at, command);
    if (!token)
        return;
    choose_token(command.ui, workspace, *token);
    run_action("action:menu/token", here);
}

} // namespace

MouseState read_mouse() {
    const ImGuiIO& io = ImGui::GetIO();
    MouseState mouse;
    mouse.at = {io.MousePos.x, io.MousePos.y};
    mouse.wheel = {io.MouseWheelH, io.MouseWheel};
    mouse.pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    mouse.down = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    mouse.released = ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    mouse.right_pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Right);
    mouse.double_clicked = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    mouse.control = io.KeyCtrl;
    return mouse;
}

void press_target(const std::string& name, const Box& box, const Scene& scene, const CommandContext& command) {
    if (begins_with(name, "field:"))
        begin_field(command.workspace, name, value_of(scene, name));
    else if (const auto token = find_token(name))
        choose_token(command.ui, command.workspace, *token);
    else
        follow(name, box, command);
}

void react_to_mouse(const MouseState& mouse, const Scene& scene, const WindowLayout& layout,
                    const CommandContext& command) {
    Workspace& workspace = command.workspace;
    point(mouse, scene, command);
    const Target target = hit(scene.list, mouse.at, command.ui.typesetter);
    const std::string name = target_name(target);
    workspace.hovered = name;
    workspace.hovered_cell.reset();
    if (const auto* cell = std::get_if<CellId>(&target))
        workspace.hovered_cell = *cell;
    if (workspace.overlay && mouse.wheel.y != 0)
        turn_wheel_over_dialog(command, mouse.wheel.y);
    else if (!workspace.overlay && (mouse.wheel.x != 0 || mouse.wheel.y != 0))
        turn_wheel(mouse, layout, command);
    if (mouse.right_pressed)
        open_menu_of(target, scene, mouse, command);
    if (mouse.pressed)
        press(mouse, target, name, scene, command);
    else if (mouse.down && workspace.drag)
        drag(mouse.at, scene, command);
    if (mouse.released)
        release(mouse, target, name, scene, command);
}

} // namespace attn
