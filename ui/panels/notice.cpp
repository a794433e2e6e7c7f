#include "ui/panels/notice.h"

#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace attn {

void notice_panel(Scene& scene, const Desk& desk, const Box& stage) {
    if (!desk.workspace.notice)
        return;
    const Notice& notice = *desk.workspace.notice;
    const Theme& theme = desk.theme();
    constexpr float height = 40;
    constexpr float button = 90;
    Rectangle panel;
    panel.box = {stage.x + space::large, stage.bottom() - height - space::small, stage.width - 2 * space::large,
                 height};
    panel.fill = theme.panel;
    panel.stroke = {notice.is_error ? theme.ink : theme.hairline, 1};
    panel.corner_radius = measure::corner;
    const Box box = panel.box;
    scene.list.add(panel, std::string("notice"));
    scene.values.insert_or_assign("notice", notice.text);
    add_text(scene, desk, {box.x + space::large, box.y + 25},
             desk.typesetter.shortened(notice.text, Font{}, box.width - button - 2 * space::large), theme.ink);
    add_segments(scene, desk, {box.right() - button, box.y + 5}, {{.target = "action:dismiss", .label = "Dismiss"}});
}

} // namespace attn
