#include "ui/panels/colour_bars.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

void add_range_buttons(Scene& scene, const UiContext& ui, std::size_t first) {
    constexpr std::string_view target = "action:menu/range";
    std::vector<Box> bars;
    for (const Item& item : std::span(scene.list.items).subspan(first))
        if (std::holds_alternative<ExplainedColours>(item.says))
            bars.push_back(bounds(item, ui.typesetter));
    for (const Box& bar : bars) {
        Rectangle button;
        button.box = bar.grown(space::tiny);
        button.corner_radius = space::tiny;
        if (ui.workspace.hovered == target)
            button.stroke = {ui.theme().ink, 1};
        scene.list.add(button, std::string(target));
    }
}

} // namespace attn
