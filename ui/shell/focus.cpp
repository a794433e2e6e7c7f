#include "ui/shell/focus.h"

#include "core/figure/text.h"
#include "ui/actions/dialog.h"
#include "ui/actions/fields.h"
#include "ui/shell/mouse.h"
#include "ui/toolkit/key.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <vector>

namespace attn {

namespace {

bool can_be_pressed(const ShownTarget& target) {
    constexpr std::array<std::string_view, 5> pressed{"action:", "field:", "link:", "token:", "context-token:"};
    // The area around a dialog closes it by a click, but is no button.
    const bool is_veil = target.name == "action:close" && target.value.empty();
    return !target.box.empty() && !is_veil &&
           std::ranges::any_of(pressed, [&](std::string_view prefix) { return target.name.starts_with(prefix); });
}

/// Bar, lesson, pipeline, strip, stage, inspector and tokens, in reading order.
constexpr int panel_count = 7;
int panel_of(const WindowLayout& layout, const Box& box) {
    const std::array<Box, panel_count> panels{layout.bar,   layout.lesson,    layout.pipeline, layout.strip,
                                              layout.stage, layout.inspector, layout.tokens};
    const auto* const panel =
        std::ranges::find_if(panels, [&](const Box& place) { return place.contains(box.centre()); });
    return static_cast<int>(panel - panels.begin());
}

/// A target that the keyboard stops at. Stops are in reading order: line by line within a panel.
struct Stop {
    int panel = 0;
    ShownTarget target;
};

std::vector<Stop> stops_of(const CommandContext& command, const Scene& scene, const WindowLayout& layout) {
    const bool one_panel =
        command.workspace.overlay || command.ui.scope().is_first_minute || command.ui.scope().is_for_audience;
    std::vector<Stop> stops;
    for (const ShownTarget& target : shown_targets(scene, command.ui.typesetter))
        if (can_be_pressed(target))
            stops.push_back({one_panel ? 0 : panel_of(layout, target.box), target});
    constexpr float line = 12;
    std::ranges::sort(stops, {}, [](const Stop& stop) {
        const Point at = stop.target.box.centre();
        return std::tuple(stop.panel, std::floor(at.y / line), at.x);
    });
    return stops;
}

void go_on(Workspace& workspace, const std::vector<Stop>& stops, int by) {
    const auto now = std::ranges::find(stops, *workspace.key_focus, [](const Stop& stop) { return stop.target.name; });
    const auto count = std::ssize(stops);
    const auto place = now == stops.end() ? (by > 0 ? -1 : count) : now - stops.begin();
    workspace.key_focus = stops[static_cast<std::size_t>((place + by + count) % count)].target.name;
}

void go_to_next_panel(Workspace& workspace, const std::vector<Stop>& stops, int by) {
    const auto now =
        std::ranges::find(stops, workspace.key_focus.value_or(""), [](const Stop& stop) { return stop.target.name; });
    constexpr int panels = panel_count + 1; // targets outside of all panels come last
    int panel = now == stops.end() ? (by > 0 ? -1 : panels) : now->panel;
    for (int i = 0; i < panels; ++i) {
        panel = (panel + by + panels) % panels;
        const auto first = std::ranges::find(stops, panel, &Stop::panel);
        if (first == stops.end())
            continue;
        workspace.key_focus = first->target.name;
        return;
    }
}

/// True if a lesson is beside the stage: Tab walks to its buttons.
bool walks_lesson(const Workspace& workspace) {
    return scope_of(workspace).has_lesson_beside() && !workspace.overlay;
}

/// The lesson's buttons, but not the dots of its steps, which Page Up and Page Down walk through.
std::vector<Stop> stops_of_lesson(const CommandContext& command, const Scene& scene, const std::vector<Stop>& stops) {
    const auto lesson = find(scene.list, Target("lesson"), command.ui.typesetter);
    std::vector<Stop> of_lesson;
    for (const Stop& stop : stops)
        if (lesson && lesson->contains(stop.target.box.centre()) &&
            !stop.target.name.starts_with("action:lesson-step/"))
            of_lesson.push_back(stop);
    return of_lesson;
}

/// After following a link to a number, goes on with the links to its terms.
void go_on_from_followed(Workspace& workspace, const std::vector<Stop>& stops) {
    const auto is_link = [](const std::string& name) { return name.starts_with("link:"); };
    const auto first = std::ranges::find_if(stops, [&](const Stop& stop) { return is_link(stop.target.name); });
    if (is_link(*workspace.key_focus) && first != stops.end())
        workspace.key_focus = first->target.name;
}

/// True if Tab begins to walk: in dialogs with no other use for Tab, in the first minute, and beside a lesson.
bool begins_by_tab(const Workspace& workspace) {
    if (scope_of(workspace).is_first_minute && !workspace.overlay)
        return true;
    if (walks_lesson(workspace))
        return !workspace.field;
    const Dialog* const dialog = open_dialog(workspace);
    return dialog != nullptr && !dialog->takes_tab && !workspace.field;
}

int step_pressed() {
    const bool back = chord_pressed({.key = Key::tab, .shift = true}) || chord_pressed({.key = Key::left}) ||
                      chord_pressed({.key = Key::up});
    const bool on =
        chord_pressed({.key = Key::tab}) || chord_pressed({.key = Key::right}) || chord_pressed({.key = Key::down});
    return on ? 1 : back ? -1 : 0;
}

} // namespace

bool walk_focus(const CommandContext& command, const Scene& scene, const WindowLayout& layout) {
    Workspace& workspace = command.workspace;
    const bool on = chord_pressed({.key = Key::f6});
    const bool back = chord_pressed({.key = Key::f6, .shift = true});
    const bool begins = begins_by_tab(workspace) && !workspace.key_focus && chord_pressed({.key = Key::tab});
    if (!on && !back && !begins && (!workspace.key_focus || workspace.field))
        return false;
    std::vector<Stop> stops = stops_of(command, scene, layout);
    const auto is_focus = [&](const Stop& stop) { return stop.target.name == workspace.key_focus; };
    if (walks_lesson(workspace) && !on && !back)
        if (std::vector<Stop> of_lesson = stops_of_lesson(command, scene, stops);
            begins || std::ranges::any_of(of_lesson, is_focus))
            stops = std::move(of_lesson);
    if (stops.empty())
        return false;
    if (workspace.key_focus && std::ranges::none_of(stops, is_focus))
        go_on_from_followed(workspace, stops);
    if (on || back) {
        if (workspace.field)
            leave_field(command); // as a click elsewhere does
        workspace.field.reset();
        workspace.exporting.focus = {}; // only one focus ring is shown
        go_to_next_panel(workspace, stops, on ? 1 : -1);
        return true;
    }
    if (begins && workspace.field) {
        workspace.key_focus = workspace.field->name; // walks on from the field
        leave_field(command);
        workspace.field.reset();
        go_on(workspace, stops, 1);
        return true;
    }
    if (begins) {
        workspace.key_focus = stops.front().target.name;
        return true;
    }
    if (const int step = step_pressed(); step != 0) {
        go_on(workspace, stops, step);
        return true;
    }
    if (!chord_pressed({.key = Key::enter}) && !chord_pressed({.key = Key::space}))
        return false;
    const auto now = std::ranges::find_if(stops, is_focus);
    if (now == stops.end()) { // the target is not there any more
        workspace.key_focus.reset();
        return false;
    }
    press_target(now->target.name, now->target.box, scene, command);
    return true;
}

void add_focus(Scene& scene, const UiContext& ui) {
    if (!ui.workspace.key_focus)
        return;
    scene.values.insert_or_assign("focus", *ui.workspace.key_focus);
    const auto box = find(scene.list, Target(*ui.workspace.key_focus), ui.typesetter);
    if (!box)
        return;
    Rectangle around;
    // Dashed, and further out than the frame of a chosen button; even further around small targets, where it is seen
    // too.
    constexpr float small_target = 24;
    around.box = box->grown(std::min(box->width, box->height) < small_target ? 5.0F : 3.5F);
    around.corner_radius = measure::corner;
    around.stroke = {ui.theme().panel, 5};
    scene.list.add(around);
    around.stroke = {ui.theme().ink, 2.5F, LineStyle::dashed};
    scene.list.add(around);
}

} // namespace attn
