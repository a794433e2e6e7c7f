// The strip above a lesson's stage: the arrays that lessons have named, the heads, and “Everything”.

#include "core/figure/pictures/labels.h"
#include "ui/actions/lesson_names.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

std::vector<Segment> steps_of_strip(const UiContext& ui) {
    std::vector<Segment> steps;
    for (const ArrayId array : named_arrays(ui))
        steps.push_back({.target = fmt::format("action:step/{}", array_name(array)),
                         .label = shown_name(ui.session, array),
                         .chosen = array == ui.workspace.array()});
    if (steps.size() == 1) // the array in sight alone leads nowhere
        steps.clear();
    return steps;
}

std::vector<Segment> heads_of_strip(const UiContext& ui) {
    constexpr Index most = 8;
    std::vector<Segment> heads;
    for (Index head = 0; ui.sizes().H > 1 && head < std::min(most, ui.sizes().H); ++head)
        heads.push_back({.target = fmt::format("action:head/{}", head + 1),
                         .label = (head == 0 ? "head " : "") + std::to_string(head_number(ui.session, head)),
                         .chosen = head == ui.workspace.head,
                         .dim = !ui.layer().heads.at(static_cast<std::size_t>(head)).on});
    return heads;
}

} // namespace

void stage_without_picture(Scene& scene, const UiContext& ui, const Box& stage, const Box& strip) {
    Rectangle ground;
    ground.fill = ui.theme().background;
    for (const Box& box : {stage, strip}) {
        ground.box = box;
        scene.list.add(ground);
    }
    if (ui.scope().hides_picture)
        add_text(scene, ui, stage.centre(), "The picture comes with your answer.", ui.theme().dim, {},
                 Horizontal::centre);
    if (ui.scope().shows_results) {
        const float above = stage.y + space::section + space::large;
        quiz_results(
            scene, ui,
            {stage.x + space::section, above, stage.width - 2 * space::section, stage.bottom() - above - space::large});
    }
}

void lesson_strip(Scene& scene, const UiContext& ui, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = ui.theme().panel;
    scene.list.add(ground, std::string("lesson-strip"));
    add_rule(scene, ui, {area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1});
    const float y = area.y + (area.height - control_height) / 2;
    const std::vector<Segment> everything{
        {.target = "action:lesson-everything", .label = "Everything", .chosen = ui.scope().names_all, .dim = true}};
    const float right = area.right() - space::large - segments_width(ui, everything);
    add_segments(scene, ui, {right, y}, everything);
    float x = area.x + space::large;
    const auto add = [&](const std::vector<Segment>& segments, const std::vector<Segment>& in_short) {
        for (const auto& fitting : {segments, in_short})
            if (!fitting.empty() && x + segments_width(ui, fitting) < right - space::small) {
                x += add_segments(scene, ui, {x, y}, fitting) + space::large;
                return;
            }
    };
    if (const std::vector<Segment> steps = steps_of_strip(ui); !steps.empty())
        add(steps, {{.target = "action:previous", .label = "◀"},
                    {.target = "action:next", .label = shown_name(ui.session, ui.workspace.array()) + " ▶"}});
    const std::vector<Segment> heads = heads_of_strip(ui);
    const auto off = std::ranges::count(ui.layer().heads, false, &HeadWeights::on);
    const std::string head = std::to_string(head_number(ui.session, ui.workspace.head)) +
                             (off > 0 ? fmt::format(" ({} off)", off) : std::string());
    add(heads, heads.empty()
                   ? heads
                   : std::vector<Segment>{{.target = "action:menu/head", .label = "head " + head, .opens_menu = true}});
}

} // namespace attn
