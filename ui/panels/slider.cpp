#include "ui/panels/slider.h"

#include "ui/actions/drag.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float slider_label_room = 116;
constexpr float field_room = 76;
constexpr float knob = 6;

} // namespace

void add_temperature_slider(Scene& scene, const UiContext& ui, const Box& box) {
    const Theme& theme = ui.theme();
    const float middle = box.centre().y;
    add_text(scene, ui, {box.x, middle + 4}, "Temperature τ", theme.ink);
    const Box track{box.x + slider_label_room, middle - 1.5F, box.width - slider_label_room - field_room, 3};
    Rectangle line;
    line.box = track;
    line.fill = theme.hairline;
    line.corner_radius = 1.5F;
    scene.list.add(line);
    Rectangle dot;
    const float x = track.x + share_of_temperature(ui.layer().temperature) * track.width;
    dot.box = {x - knob, middle - knob, 2 * knob, 2 * knob};
    dot.corner_radius = knob;
    dot.fill = theme.ink;
    scene.list.add(dot);
    Rectangle drag;
    drag.box = {track.x, box.y, track.width, box.height};
    scene.list.add(drag, std::string("slider:temperature"));
    add_text(scene, ui, {track.x, box.bottom() + 8}, "0.1 sharper", theme.dim, small());
    add_text(scene, ui, {track.right(), box.bottom() + 8}, "flatter 10", theme.dim, small(), Horizontal::right);
    add_field(scene, ui, {box.right() - field_room + 16, box.y - 3, field_room - 16, control_height},
              "field:temperature");
}

} // namespace attn
