#include "ui/panels/palette.h"

#include "core/document/sentences.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>

namespace attn {

namespace {

constexpr float palette_line_height = 32;
constexpr Index palette_most_lines = 10;

bool has_all(const std::string& text, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

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

std::vector<Offer> found_actions(const UiContext& ui, std::string_view words) {
    const std::vector<std::string> wanted = words_between_spaces(lower_case(words));
    std::vector<Offer> by_name;
    std::vector<Offer> by_description;
    for (Offer& offer : all_offers(ui)) {
        if (!offer.enabled || offer.target == "action:find" || offer.target == "action:close")
            continue;
        const std::string name = lower_case(offer.label);
        if (has_all(name, wanted))
            by_name.push_back(std::move(offer));
        else if (has_all(name + ' ' + lower_case(offer.about), wanted))
            by_description.push_back(std::move(offer));
    }
    // What begins with the words comes first, then what has them at the beginnings of words.
    const auto rank = [&](const Offer& offer) {
        const std::string name = lower_case(offer.label);
        if (!wanted.empty() && name.starts_with(wanted.front()))
            return 0;
        return std::ranges::all_of(wanted,
                                   [&](const std::string& word) {
                                       return name.starts_with(word) || name.find(' ' + word) != std::string::npos;
                                   })
                   ? 1
                   : 2;
    };
    std::ranges::stable_sort(by_name, {}, rank);
    by_name.insert(by_name.end(), by_description.begin(), by_description.end());
    return by_name;
}

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
