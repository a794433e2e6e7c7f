#include "ui/panels/pipeline.h"

#include "core/figure/pictures/pipeline.h"
#include "ui/panels/controls.h"

#include <algorithm>

namespace attn {

void pipeline_panel(Scene& scene, const UiContext& ui, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().panel;
    scene.list.add(ground, std::string("pipeline"));
    PipelineView view;
    view.area = area;
    view.scroll = ui.workspace.pipeline_scroll;
    view.marks_step = true;
    view.hovered = ui.workspace.hovered;
    pipeline_picture(scene.list, ui, view);
    add_rule(scene, ui, {area.right() - 1, area.y}, {area.right() - 1, area.bottom()});
    add_scroll_mark(scene, ui, area, {ui.workspace.pipeline_scroll, longest_pipeline_scroll(ui, area)});
}

float longest_pipeline_scroll(const UiContext& ui, const Box& area) {
    return std::max(0.0F, pipeline_size(ui, area.height).y - area.height);
}

float pipeline_scroll_to_step(const UiContext& ui, const Box& area) {
    const PipelineRow row = pipeline_row(ui, ui.workspace.step, area.height);
    const float now = ui.workspace.pipeline_scroll;
    const float most = std::max(0.0F, row.top - space::medium);
    const float least = std::clamp(row.bottom - area.height, 0.0F, most);
    return std::min(std::clamp(now, least, most), longest_pipeline_scroll(ui, area));
}

} // namespace attn
