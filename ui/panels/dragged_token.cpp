#include "core/figure/pictures/labels.h"
#include "ui/actions/drag.h"
#include "ui/panels/controls.h"
#include "ui/panels/panels.h"
#include "ui/panels/token_chips.h"

#include <cmath>

namespace attn {

namespace {

constexpr float mark_width = 2;

} // namespace

void dragged_token_panel(Scene& scene, const UiContext& ui) {
    if (!ui.workspace.drag)
        return;
    const MouseDrag& drag = *ui.workspace.drag;
    const auto drop_target = drop_target_of(drag, drag.last, scene, ui);
    if (!drop_target)
        return;
    const Theme& theme = ui.theme();
    Rectangle mark;
    mark.box = {drop_target->mark.x - mark_width / 2, drop_target->mark.y, mark_width, drop_target->mark.height};
    mark.fill = theme.ink;
    scene.list.add(mark);
    const std::string text =
        token_label(sequence_of(ui, drop_target->token.side), ui.workspace.item, drop_target->token.token);
    const float width = std::ceil(ui.typesetter.measure(text, bold()).width) + 2 * chip_padding;
    Rectangle chip;
    chip.box = {drag.last.x - width / 2, drag.last.y - chip_height / 2, width, chip_height};
    chip.fill = faded(theme.panel, 0.85F);
    chip.stroke = {theme.ink, 1, LineStyle::dashed};
    chip.corner_radius = measure::corner;
    scene.list.add(chip);
    add_text(scene, ui, {drag.last.x, drag.last.y + 5}, text, theme.ink, bold(), Horizontal::centre);
    scene.values.insert_or_assign("tokens.landing", std::to_string(drop_target->place + 1));
}

} // namespace attn
