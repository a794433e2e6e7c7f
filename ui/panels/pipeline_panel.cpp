#include "ui/panels/pipeline_panel.h"

#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pipeline.h"
#include "core/model/arrays.h"
#include "ui/panels/controls.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float meaning_line = 20;

/// True if colours of the map show a change since the baseline.
bool shows_changes(const UiContext& ui) {
    return std::ranges::any_of(stages(),
                               [&](const Array& row) { return ui.trace.has(row.id) && shows_change(ui, row.id); });
}

/// The area of the map, above the line at the panel's foot.
Box map_area(const UiContext& ui, Box panel) {
    panel.height -= shows_changes(ui) ? meaning_line : 0;
    return panel;
}

/// Adds a line at the foot that explains the colours while changes are shown.
void add_meaning(Scene& scene, const UiContext& ui, const Box& area) {
    if (!shows_changes(ui))
        return;
    const std::string words =
        ui.view_state.only_change ? "colours: change since the baseline" : "coloured: changed · pale: as before";
    add_text(scene, ui, {area.centre().x, area.bottom() - 7}, words, ui.theme().dim, small(), Horizontal::centre,
             std::string("pipeline.meaning"));
    scene.values.insert_or_assign("pipeline.meaning", words);
}

} // namespace

void pipeline_panel(Scene& scene, const UiContext& ui, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().panel;
    scene.list.add(ground, std::string("pipeline"));
    PipelineView view;
    view.area = map_area(ui, area);
    view.scroll = ui.workspace.pipeline_scroll;
    view.marks_step = true;
    view.hovered = ui.workspace.hovered;
    pipeline_picture(scene.list, ui, view);
    add_meaning(scene, ui, area);
    add_rule(scene, ui, {area.right() - 1, area.y}, {area.right() - 1, area.bottom()});
    add_scroll_mark(scene, ui, area, {ui.workspace.pipeline_scroll, longest_pipeline_scroll(ui, area)});
}

float longest_pipeline_scroll(const UiContext& ui, const Box& panel) {
    const Box area = map_area(ui, panel);
    return std::max(0.0F, pipeline_size(ui, area.height).y - area.height);
}

float pipeline_scroll_to_step(const UiContext& ui, const Box& panel) {
    const Box area = map_area(ui, panel);
    const PipelineRow row = pipeline_row(ui, ui.workspace.step, area.height);
    const float now = ui.workspace.pipeline_scroll;
    const float most = std::max(0.0F, row.top - space::medium);
    const float least = std::clamp(row.bottom - area.height, 0.0F, most);
    return std::min(std::clamp(now, least, most), longest_pipeline_scroll(ui, panel));
}

} // namespace attn
