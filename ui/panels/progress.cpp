#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <cmath>
#include <fmt/core.h>

namespace attn {

void progress_panel(Scene& scene, const UiContext& ui, const Box& area) {
    if (!ui.status.progress)
        return;
    const Progress& progress = *ui.status.progress;
    const Theme& theme = ui.theme();
    constexpr float height = 40;
    constexpr float button = 90;
    constexpr float bar = 2;
    Rectangle panel;
    panel.box = {area.x + space::large, area.bottom() - height - space::small, area.width - 2 * space::large, height};
    panel.fill = theme.panel;
    panel.stroke = {theme.hairline, 1};
    panel.corner_radius = measure::corner;
    const Box box = panel.box;
    scene.list.add(panel, std::string("progress"));
    const std::string percent =
        progress.share ? fmt::format("{:.0f} %", std::floor(*progress.share * 100)) : std::string();
    scene.values.insert_or_assign("progress", percent.empty() ? progress.text : progress.text + " … " + percent);
    const float width = add_text(scene, ui, {box.x + space::large, box.y + 25}, progress.text + " …", theme.ink);
    add_text(scene, ui, {box.x + space::large + width + space::small, box.y + 25}, percent, theme.dim);
    if (progress.share) {
        Rectangle done;
        done.box = {box.x + measure::corner, box.bottom() - bar, (box.width - 2 * measure::corner) * *progress.share,
                    bar};
        done.fill = theme.ink;
        scene.list.add(done);
    }
    add_segments(scene, ui, {box.right() - button, box.y + 5}, {{.target = "action:cancel", .label = "Cancel"}});
}

} // namespace attn
