#include "ui/actions/search.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float palette_line_height = 32;
constexpr Index palette_most_lines = 10;

void add_offer(Scene& scene, const UiContext& ui, const Box& box, const Offer& offer, bool marked) {
    const Theme& theme = ui.theme();
    Rectangle ground;
    ground.box = box;
    ground.corner_radius = 4;
    if (marked || ui.workspace.hovered == offer.target)
        ground.fill = faded(theme.ink, 0.07F);
    scene.list.add(ground);
    const float baseline = box.y + 21;
    const float width = add_text(scene, ui, {box.x + space::medium, baseline}, offer.label, theme.ink);
    const float key_width =
        add_text(scene, ui, {box.right() - space::medium, baseline}, offer.key, theme.dim, small(), Horizontal::right);
    const float room = box.width - width - key_width - 3 * space::large;
    add_text(scene, ui, {box.x + space::medium + width + space::medium, baseline},
             ui.typesetter.shortened(offer.about, small(), room), theme.dim, small());
    Rectangle place;
    place.box = box;
    scene.list.add(place, offer.target);
}

} // namespace

void palette_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const std::string words = ui.workspace.field ? ui.workspace.field->text : std::string();
    const std::vector<Offer> found = found_actions(ui, words);
    const Index count = std::min<Index>(std::ssize(found), palette_most_lines);
    const float width = std::min(560.0F, window.width - 2 * space::section);
    const Box box = add_dialog(scene, ui, window,
                               {width, 60 + std::max(1.0F, static_cast<float>(count)) * palette_line_height + 12});
    add_field(scene, ui, {box.x + space::medium, box.y + space::medium, width - 2 * space::medium, 36}, "field:find",
              words, "what do you want to do?");
    const Index marked = ui.workspace.overlay ? ui.workspace.overlay->marked : 0;
    float y = box.y + 60;
    for (Index i = 0; i < count; ++i, y += palette_line_height)
        add_offer(scene, ui, {box.x + space::small, y, width - 2 * space::small, palette_line_height},
                  found.at(static_cast<std::size_t>(i)), i == std::min(marked, count - 1));
    if (found.empty())
        add_text(scene, ui, {box.x + space::huge, y + 21}, "No action has that name.", ui.theme().dim);
}

} // namespace attn
