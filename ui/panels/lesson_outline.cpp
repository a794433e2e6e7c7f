// Outlines what a step of a lesson points at, what was marked, and what “Show me” changed.

#include "ui/panels/controls.h"
#include "ui/panels/panels.h"

namespace attn {

void outline_of_lesson(Scene& scene, const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    std::vector<std::string> targets = run.now().points_at;
    if (const auto& bet = run.now().bet; bet && bet->kind == Bet::Kind::mark && run.bet.is_settled)
        targets.push_back("cell:" + cell_name(*bet->cell));
    if (const auto& bet = run.now().bet; bet && run.bet.is_settled && !run.bet.was_right) // the right cells
        for (const CellId& cell : bet->cells)
            targets.push_back("cell:" + cell_name(cell));
    const auto add = [&](const std::string& target, float gap, const Stroke& stroke) {
        const auto shown = seen_target(scene, target, ui.workspace.item, ui.typesetter);
        if (!shown || shown->box.empty())
            return;
        Rectangle outline;
        outline.box = shown->box.grown(gap);
        outline.stroke = stroke;
        outline.corner_radius = measure::corner;
        scene.list.add(outline);
    };
    if (const auto& bet = run.now().bet; bet && bet->kind == Bet::Kind::mark_many)
        for (const std::string& cell : run.bet.chosen)
            add("cell:" + cell, -2, {ui.theme().ink, 2});
    if (run.task.is_done)
        for (const ShownChange& change : run.shown)
            if (!change.target.empty())
                targets.push_back(change.target);
    for (const std::string& target : targets)
        add(target, 3, {ui.theme().ink, 2, LineStyle::dashed});
}

} // namespace attn
