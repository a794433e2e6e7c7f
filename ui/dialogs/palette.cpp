// The search for actions by name.

#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"
#include "ui/actions/search.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <string>

namespace attn {

namespace {

constexpr float palette_line = 32;
constexpr Index palette_most_lines = 10;

std::string typed_words(const UiContext& ui) {
    return ui.workspace.field ? ui.workspace.field->text : std::string();
}

void add_offer(Form& form, const Offer& offer, const Box& line) {
    const UiContext& ui = form.ui();
    const float baseline = line.y + 21;
    const float left = line.x + space::medium;
    const float width = add_line(form.scene().list, ui.typesetter, {left, baseline}, offer.label, form.theme().ink);
    const float key =
        form.write({line.right() - space::medium, baseline}, offer.key, form.theme().dim, small(), Horizontal::right);
    const float room = line.width - width - key - 3 * space::large;
    add_line(form.scene().list, ui.typesetter, {left + width + space::medium, baseline},
             ui.typesetter.shortened(offer.about, small(), room), form.theme().dim, small());
}

} // namespace

Index count_of_found_actions(const UiContext& ui) {
    return std::ssize(found_actions(ui, typed_words(ui)));
}

void draw_palette(Form& form) {
    const std::vector<Offer> found = found_actions(form.ui(), typed_words(form.ui()));
    form.set_width(560);
    form.field({space::medium, space::medium, form.box().width - 2 * space::medium, 36}, "field:find");
    // As high as the longest list, or as the window allows, so that nothing moves while one types.
    const float around = 60 + 2 * space::section;
    const float lines = std::clamp(std::floor((form.around().window.height - around) / palette_line), 1.0F,
                                   static_cast<float>(palette_most_lines));
    const Box area{space::small, 60, form.box().width - 2 * space::small, lines * palette_line};
    const auto offer_at = [&](Index i) -> const Offer& { return found[static_cast<std::size_t>(i)]; };
    const ListWindow shown =
        form.list(area, {.count = std::ssize(found),
                         .marked = moved_mark(form.ui().workspace.overlay->marked, 0, std::ssize(found)),
                         .line = palette_line,
                         .target_of = [&](Index i) { return offer_at(i).target; },
                         .add_line = [&](Index i, const Box& line) { add_offer(form, offer_at(i), line); }});
    form.scene().values.insert_or_assign("palette.found", std::to_string(found.size()));
    if (found.empty())
        form.write({space::large, area.y + 21}, "Nothing has that name.", form.theme().dim);
    else
        form.write({space::large, area.bottom() + space::huge},
                   fmt::format("{} to {} of {}", shown.first + 1, shown.end, found.size()), form.theme().dim, small());
    form.go_to(area.bottom() + space::section - Form::margin);
}

} // namespace attn
