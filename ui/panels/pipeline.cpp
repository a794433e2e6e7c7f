#include "ui/panels/pipeline.h"

#include "core/figure/pictures/pipeline.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace attn {

void pipeline_panel(Scene& scene, const Desk& desk, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = desk.theme().panel;
    scene.list.add(ground, std::string("pipeline"));
    PipelineView view;
    view.area = area;
    view.scroll = desk.workspace.pipeline_scroll;
    view.marks_step = true;
    view.hovered = desk.workspace.hovered;
    pipeline_picture(scene.list, desk, view);
    add_rule(scene, desk, {area.right() - 1, area.y}, {area.right() - 1, area.bottom()});
}

float longest_pipeline_scroll(const Desk& desk, const Box& area) {
    return std::max(0.0F, pipeline_size(desk.trace).y - area.height);
}

float pipeline_scroll_to_step(const Desk& desk, const Box& area) {
    const float y = pipeline_row_top(desk.trace, desk.workspace.step);
    const float now = desk.workspace.pipeline_scroll;
    const float most = std::max(0.0F, y - space::medium);
    const float least = std::clamp(y + pipeline_row_height() - area.height, 0.0F, most);
    return std::min(std::clamp(now, least, most), longest_pipeline_scroll(desk, area));
}

} // namespace attn
