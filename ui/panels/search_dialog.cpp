#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/search.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <fmt/core.h>
#include <string>

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
        ground.fill = faded(theme.ink, marked ? 0.09F : 0.03F); // Enter takes the one that is marked
    scene.list.add(ground);
    const float baseline = box.y + 21;
    const float width = add_line(scene.list, ui.typesetter, {box.x + space::medium, baseline}, offer.label, theme.ink);
    const float key_width =
        add_text(scene, ui, {box.right() - space::medium, baseline}, offer.key, theme.dim, small(), Horizontal::right);
    const float room = box.width - width - key_width - 3 * space::large;
    add_line(scene.list, ui.typesetter, {box.x + space::medium + width + space::medium, baseline},
             ui.typesetter.shortened(offer.about, small(), room), theme.dim, small());
    Rectangle place;
    place.box = box;
    scene.list.add(place, offer.target);
}

/// As many as the window has room for, as a lecture's has for fewer.
Index lines_in(const Box& window) {
    const float room = window.height - 60 - 2 * space::section;
    return std::clamp(to_integer<Index>(room / palette_line_height), Index{1}, palette_most_lines);
}

} // namespace

void palette_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const std::string words = ui.workspace.field ? ui.workspace.field->text : std::string();
    const std::vector<Offer> found = found_actions(ui, words);
    const float width = std::min(560.0F, window.width - 2 * space::section);
    // As high as its longest list, so that nothing moves while one types.
    const Index most_lines = lines_in(window);
    const float list_height = static_cast<float>(most_lines) * palette_line_height;
    const Box box = add_dialog(scene, ui, window, {width, 60 + list_height + space::section});
    add_field(scene, ui, {box.x + space::medium, box.y + space::medium, width - 2 * space::medium, 36}, "field:find",
              words, "what do you want to do?");
    const Index last = std::max<Index>(0, std::ssize(found) - 1);
    const Index marked = std::clamp<Index>(ui.workspace.overlay ? ui.workspace.overlay->marked : 0, 0, last);
    const Index most = std::max<Index>(0, std::ssize(found) - most_lines);
    const Index first = std::clamp<Index>(marked - most_lines / 2, 0, most);
    float y = box.y + 60;
    for (Index i = first; i < std::min<Index>(first + most_lines, std::ssize(found)); ++i, y += palette_line_height)
        add_offer(scene, ui, {box.x + space::small, y, width - 2 * space::small, palette_line_height},
                  found[static_cast<std::size_t>(i)], i == marked);
    add_scroll_mark(scene, ui, {box.x, box.y + 60, width, list_height},
                    {static_cast<float>(first) * palette_line_height, static_cast<float>(most) * palette_line_height});
    scene.values.insert_or_assign("palette.found", std::to_string(found.size()));
    const float foot = box.bottom() - space::medium;
    if (found.empty())
        add_text(scene, ui, {box.x + space::large, box.y + 60 + 21}, "Nothing has that name.", ui.theme().dim);
    else
        add_text(scene, ui, {box.x + space::large, foot},
                 fmt::format("{} to {} of {}", first + 1, std::min<Index>(first + most_lines, std::ssize(found)),
                             found.size()),
                 ui.theme().dim, small());
}

} // namespace attn
