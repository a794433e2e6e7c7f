#include "ui/actions/see_how.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

void see_how_panel(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    const auto all = told_steps();
    const std::size_t step = ui.workspace.see_how->step;
    const TourStep& told = all[step];
    const bool is_last = step + 1 == all.size();
    Rectangle ground;
    ground.box = area;
    ground.fill = theme.panel;
    scene.list.add(ground, std::string("see-how"));
    add_rule(scene, ui, {area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1});

    const std::vector<Segment> back{
        {.target = "action:see-how-back", .label = "Back", .enabled = step > 0},
    };
    const std::vector<Segment> next{
        {.target = "action:see-how-next", .label = is_last ? "Done" : "Next", .chosen = true}};
    const std::vector<Segment> end{{.target = "action:see-how-end", .label = "×", .dim = true}};
    const float y = area.y + space::medium;
    float x = area.right() - space::large;
    for (const auto* const buttons : {&end, &next, &back}) {
        x -= segments_width(ui, *buttons);
        add_segments(scene, ui, {x, y}, *buttons);
        x -= space::small;
    }
    const float left = area.x + space::section;
    const std::string place = fmt::format("{} of {}", step + 1, all.size());
    const float title =
        add_text(scene, ui, {left, area.y + 30}, std::string(told.title), theme.ink, {.weight = FontWeight::semibold});
    if (left + title + space::medium + ui.typesetter.measure(place, Font{}).width < x)
        add_text(scene, ui, {left + title + space::medium, area.y + 30}, place, theme.dim);
    const std::string text = told.text(ui);
    add_paragraph(scene, ui, {left, area.y + 56}, area.right() - space::large - left, text, theme.ink, {}, 18);
    scene.values.insert_or_assign("see-how", std::string(told.title));
    scene.values.insert_or_assign("see-how.text", text);
}

} // namespace attn
