#include "ui/panels/notice.h"

#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace attn {

namespace {

/// The text on one line, or cut between words or folders of a path on two, the rest left out.
std::vector<std::string> lines_of(const std::string& text, float width, const Typesetter& typesetter) {
    if (typesetter.measure(text, Font{}).width <= width)
        return {text};
    std::size_t cut = 0;
    for (std::size_t at = text.find_first_of(" /"); at != std::string::npos; at = text.find_first_of(" /", at + 1))
        if (typesetter.measure(text.substr(0, at + 1), Font{}).width <= width)
            cut = at + 1;
        else
            break;
    if (cut == 0)
        return {typesetter.shortened(text, Font{}, width)};
    return {text.substr(0, cut), typesetter.shortened(text.substr(cut), Font{}, width)};
}

} // namespace

Box notice_panel(Scene& scene, const UiContext& ui, const Box& stage) {
    if (!ui.workspace.notice)
        return stage;
    const Notice& notice = *ui.workspace.notice;
    const Theme& theme = ui.theme();
    constexpr float button = 90;
    constexpr float line_height = 20;
    const std::vector<std::string> lines =
        lines_of(notice.text, stage.width - 3 * space::large - button - space::large, ui.typesetter);
    const float height = space::large + space::tiny + line_height * static_cast<float>(lines.size());
    Rectangle panel;
    panel.box = {stage.x + space::large, stage.bottom() - height - space::small, stage.width - 2 * space::large,
                 height};
    panel.fill = theme.panel;
    panel.stroke = {notice.is_error ? theme.ink : theme.hairline, 1};
    panel.corner_radius = measure::corner;
    const Box box = panel.box;
    scene.list.add(panel, std::string("notice"));
    scene.values.insert_or_assign("notice", notice.text);
    for (std::size_t i = 0; i < lines.size(); ++i)
        add_text(scene, ui, {box.x + space::large, box.y + 25 + line_height * static_cast<float>(i)}, lines[i],
                 theme.ink);
    add_segments(scene, ui, {box.right() - button, box.centre().y - control_height / 2},
                 {{.target = "action:dismiss", .label = "Dismiss"}});
    return {stage.x, stage.y, stage.width, panel.box.y - stage.y};
}

} // namespace attn
