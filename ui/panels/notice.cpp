#include "ui/panels/notice.h"

#include "ui/panels/controls.h"

#include <algorithm>
#include <string>
#include <vector>

namespace attn {

namespace {

constexpr float notice_line_height = 20;

std::vector<Segment> notice_buttons(const Notice& notice) {
    std::vector<Segment> buttons;
    if (notice.undo)
        buttons.push_back({.target = "action:undo", .label = "Undo"});
    buttons.push_back({.target = "action:dismiss", .label = "Dismiss"});
    return buttons;
}

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

/// In a lecture nothing lies over the picture: a notice that passes by itself takes the line beneath it.
void add_line_of_lecture(Scene& scene, const UiContext& ui, const Box& stage) {
    constexpr float height = 24;
    const std::string& text = ui.workspace.notice->text;
    Rectangle panel;
    panel.box = {stage.x + space::small, stage.bottom() - height - 0.5F, stage.width - 2 * space::small, height};
    panel.fill = ui.theme().panel;
    panel.stroke = {ui.theme().hairline, 1};
    panel.corner_radius = measure::corner;
    scene.list.add(panel, std::string("notice"));
    scene.values.insert_or_assign("notice", text);
    add_text(scene, ui, {panel.box.x + space::large, panel.box.y + 17},
             ui.typesetter.shortened(text, Font{}, panel.box.width - 2 * space::large), ui.theme().ink);
}

} // namespace

Box notice_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout) {
    const Box& stage = layout.stage;
    if (!ui.workspace.notice)
        return stage;
    const Notice& notice = *ui.workspace.notice;
    const Theme& theme = ui.theme();
    if (ui.workspace.lecture && !notice.is_error && !notice.undo) {
        add_line_of_lecture(scene, ui, stage);
        return stage;
    }
    const std::vector<Segment> buttons = notice_buttons(notice);
    const float buttons_width = segments_width(ui, buttons);
    const float beside_notice_text = buttons_width + 3 * space::large;
    const float widest = stage.width - 2 * space::large;
    const std::vector<std::string> lines = lines_of(notice.text, widest - beside_notice_text, ui.typesetter);
    Rectangle panel;
    const float height = space::large + space::tiny + notice_line_height * static_cast<float>(lines.size());
    panel.box = {stage.x + space::large, stage.bottom() - height - 0.5F - space::small, widest, height};
    panel.fill = theme.panel;
    panel.stroke = {notice.is_error ? theme.ink : theme.hairline, 1};
    panel.corner_radius = measure::corner;
    const Box box = panel.box;
    scene.list.add(panel, std::string("notice"));
    scene.values.insert_or_assign("notice", notice.text);
    for (std::size_t i = 0; i < lines.size(); ++i)
        add_text(scene, ui, {box.x + space::large, box.y + 25 + notice_line_height * static_cast<float>(i)}, lines[i],
                 theme.ink);
    add_segments(scene, ui, {box.right() - space::large - buttons_width, box.centre().y - control_height / 2}, buttons);
    return {stage.x, stage.y, stage.width, std::min(panel.box.y, stage.bottom()) - stage.y};
}

} // namespace attn
