#include "ui/actions/in_sight.h"

#include "core/figure/pictures/labels.h"
#include "ui/actions/token_places.h"
#include "ui/document/film.h"

#include <string>

namespace attn {

bool InSight::has(ActsOn what) const {
    switch (what) {
    case ActsOn::window:
        break;
    case ActsOn::cell:
        return cell;
    case ActsOn::matrix:
        return matrix;
    case ActsOn::chosen_token:
        return chosen_token;
    case ActsOn::token:
        return token;
    case ActsOn::tokens:
        return tokens;
    }
    return true;
}

InSight in_sight(const UiContext& ui, const Scene& scene) {
    if (ui.scope().is_first_minute || ui.workspace.blank)
        return {};
    const auto is_seen = [&](const Target& target) {
        const std::optional<Box> place = find(scene.list, target, ui.typesetter);
        return place && !place->empty();
    };
    const auto& chosen = ui.workspace.chosen_token;
    const auto token = token_to_change(ui);
    const CellId cell = inspected_cell(ui);
    return {.cell = !chosen && is_seen(Target(cell)) && !is_still_hidden(ui, cell),
            .matrix = true,
            .chosen_token = chosen && is_seen(token_target(*chosen)),
            .token = token && is_seen(token_target(*token)),
            .tokens =
                ui.scope().is_for_audience || is_seen(std::string("tokens"))}; // in a lecture one key shows the tokens
}

} // namespace attn
