#include "core/files/printable.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"
#include "ui/toolkit/whole_words.h"

#include <array>

namespace attn {

namespace {

constexpr float recorded_margin = space::huge;
constexpr Point size{560, 172};

} // namespace

void recorded_panel(Scene& scene, const UiContext& ui, const Box& window) {
    if (!ui.workspace.recorded)
        return;
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, size);
    const float width = box.width - 2 * recorded_margin;
    const std::string title = printable_path(ui.workspace.recorded->filename()) + " holds stages without weights";
    add_text(scene, ui, {box.x + recorded_margin, box.y + 40},
             shortened_to_words(ui.typesetter, title, bold(type_size::large), width), theme.ink,
             bold(type_size::large));
    scene.values.insert_or_assign("recorded.title", title);
    add_paragraph(
        scene, ui, {box.x + recorded_margin, box.y + 66}, width,
        "Somebody's numbers for this layer can be checked against it. Recorded from another layer, they make a "
        "session of their own.",
        theme.dim);
    const float y = box.bottom() - recorded_margin - control_height;
    add_text(scene, ui, {box.right() - recorded_margin, y + 20}, "C   O   Esc", theme.dim, small(), Horizontal::right);
    const Index marked = ui.workspace.overlay->marked;
    const std::array<Segment, 3> answers{
        {{.target = "action:recorded/check", .label = "Check against this layer", .chosen = marked == 0},
         {.target = "action:recorded/open", .label = "Open as a session", .chosen = marked == 1},
         {.target = "action:close", .label = "Cancel", .chosen = marked == 2}}};
    float x = box.x + recorded_margin;
    for (const Segment& answer : answers)
        x += add_segments(scene, ui, {x, y}, {answer}) + space::small;
}

} // namespace attn
