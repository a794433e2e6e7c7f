#include "ui/panels/task_panel.h"

#include "core/document/options/session_notation.h"
#include "core/document/sources/model_around.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/model/arrays.h"
#include "core/model/stream.h"
#include "core/model/structure.h"
#include "ui/document/done_goals.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <string_view>

namespace attn {

namespace {

/// A button beside the hint of a stage, for what the hint suggests to change.
struct HintControl {
    OperationId operation{};
    std::string_view label;
    std::string_view target;
};
constexpr std::array hint_controls{
    HintControl{OperationId::positions, "Positions", "action:menu/positions"},
    HintControl{OperationId::scale, "Scale", "action:menu/scale"},
    HintControl{OperationId::soft_cap, "Cap", "action:ask-option/soft-cap"},
    HintControl{OperationId::mask, "Mask", "action:menu/mask"},
    HintControl{OperationId::quotient, "Temperature", "action:ask-option/temperature"},
    HintControl{OperationId::side_by_side, "Switch this head off or on", "action:head-on"},
};

} // namespace

Prose task_line(const UiContext& ui) {
    const std::vector<DoneGoal> done_goals = done_goals_of(ui.session, ui.workspace.goals_done);
    if (done_goals.empty())
        return Prose("Try: ") + prose_in(ui.session, ui.session.hint);
    // A goal stays done, but its sentence may no longer be true.
    const DoneGoal& last = done_goals.back();
    Prose done = last.is_so ? prose("Done: {}.", prose_in(ui.session, last.goal.say)) : Prose("That was done.");
    if (done_goals.size() == ui.session.goals.size())
        return done;
    return done + " Try: " + prose_in(ui.session, last.goal.then.empty() ? ui.session.hint : last.goal.then);
}

bool has_task(const UiContext& ui) {
    const Workspace& workspace = ui.workspace;
    if (ui.session.hint.empty() || workspace.task_done)
        return false;
    const std::vector<DoneGoal> done = done_goals_of(ui.session, workspace.goals_done);
    const bool all_done = !done.empty() && done.size() == ui.session.goals.size();
    return !all_done || done.back().seen_at == workspace.array();
}

Prose stage_hint(const UiContext& ui) {
    if (const std::string_view hint = picture(shown_picture(ui)).hint; !hint.empty())
        return Prose("Try: ") + std::string(hint);
    const ArrayId array = ui.workspace.array();
    const bool is_given = is_stage(array) && !is_made(ui.trace.structure(), array);
    if (is_given && array == entering_array(ui.layer()) && has_model_around(ui.session))
        return "The layers before this one made it.";
    if (is_given)
        return "Given as it is: the file does not say what it was made from.";
    return Prose("Try: ") + array_hint(ui.session, array);
}

std::vector<Segment> controls_of_hint(const UiContext& ui) {
    const Array& row = row_of(ui.workspace.array());
    if (!picture(shown_picture(ui)).hint.empty() || is_parameter(row.id) || ui.scope().is_for_audience ||
        !is_made(ui.trace.structure(), row.id))
        return {};
    const Recipe& recipe = ui.trace.structure().recipe(row.id);
    if (recipe.operation == OperationId::affine)
        for (const Operand& operand : recipe.operands)
            if (is_parameter(operand.array) && has_array(ui, operand.array))
                return {{.target = fmt::format("action:show/{}", array_name(operand.array)),
                         .label = fmt::format("Show {}", shown_name(ui.session, operand.array))}};
    const auto* const found = std::ranges::find(hint_controls, recipe.operation, &HintControl::operation);
    if (found == hint_controls.end())
        return {};
    return {{.target = std::string(found->target), .label = std::string(found->label)}};
}

} // namespace attn
