#include "ui/panels/dragged_token.h"

#include "core/figure/pictures/labels.h"
#include "ui/actions/drag.h"
#include "ui/panels/controls.h"
#include "ui/panels/token_chips.h"

#include <cmath>

namespace attn {

namespace {

constexpr float mark_width = 2;

} // namespace

void dragged_token_panel(Scene& scene, const UiContext& ui) {
    if (!ui.workspace.grip)
        return;
    const Grip& grip = *ui.workspace.grip;
    const auto landing = landing_of(grip, grip.last, scene, ui);
    if (!landing)
        return;
    const Theme& theme = ui.theme();
    Rectangle mark;
    mark.box = {landing->mark.x - mark_width / 2, landing->mark.y, mark_width, landing->mark.height};
    mark.fill = theme.ink;
    scene.list.add(mark);
    const std::string text = token_label(sequence_of(ui, landing->token.side), ui.workspace.item, landing->token.token);
    const float width = std::ceil(ui.typesetter.measure(text, bold()).width) + 2 * chip_padding;
    Rectangle chip;
    chip.box = {grip.last.x - width / 2, grip.last.y - chip_height / 2, width, chip_height};
    chip.fill = faded(theme.panel, 0.85F);
    chip.stroke = {theme.ink, 1, LineStyle::dashed};
    chip.corner_radius = measure::corner;
    scene.list.add(chip);
    add_text(scene, ui, {grip.last.x, grip.last.y + 5}, text, theme.ink, bold(), Horizontal::centre);
    scene.values.insert_or_assign("tokens.landing", std::to_string(landing->place + 1));
}

} // namespace attn
