#include "core/engine/engine.h"
#include "core/figure/pictures/text_layout.h"
#include "ui/actions/glossary_list.h"
#include "ui/document/picture_thumbnails.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float glossary_margin = space::huge;
constexpr float glossary_list_width = 190;
static_assert(around_glossary_list == 2 * glossary_margin + 2 * control_height + space::large + space::small);

/// The words that were found, from a to z.
void add_words(Scene& scene, const UiContext& ui, const Box& area) {
    const std::vector<const GlossaryTerm*> terms = found_terms(ui);
    const Index marked = std::ranges::find(terms, &marked_term(ui.workspace)) - terms.begin();
    const ListedTerms listed = listed_terms(ui);
    float y = area.y;
    for (Index i = listed.first; i < listed.first + listed.count; ++i, y += glossary_line) {
        const GlossaryTerm& term = *terms[static_cast<std::size_t>(i)];
        const std::string target = fmt::format("action:glossary/{}", term.name);
        Rectangle row;
        row.box = {area.x, y, area.width, glossary_line};
        row.corner_radius = 4;
        if (i == marked || ui.workspace.hovered == target)
            row.fill = faded(ui.theme().ink, 0.07F);
        scene.list.add(row, target);
        add_line(scene.list, ui.typesetter, {area.x + space::small, y + 17}, shown_term(ui, term), ui.theme().ink,
                 i == marked ? bold() : Font{});
    }
    if (terms.empty())
        add_text(scene, ui, {area.x + space::small, y + 17}, "No word has these letters.", ui.theme().dim);
    if (!terms.empty())
        scene.values.insert_or_assign("glossary.first", shown_term(ui, *terms[static_cast<std::size_t>(listed.first)]));
    scene.values.insert_or_assign("glossary.found", std::to_string(terms.size()));
    add_scroll_mark(
        scene, ui, {area.x, area.y, area.width + space::small, area.height},
        {static_cast<float>(listed.first) * glossary_line, static_cast<float>(listed.most) * glossary_line});
}

void add_clipped(Scene& scene, const DisplayList& drawn, const Box& area) {
    const std::size_t first = scene.list.items.size();
    scene.list.append(drawn, {area.x, area.y});
    for (std::size_t i = first; i < scene.list.items.size(); ++i)
        scene.list.items[i].clip = area;
}

/// What the layer has not, as it would be in this layer, where that is small enough to be computed at once.
void add_example_of_term(Scene& scene, const UiContext& ui, const GlossaryTerm& term, const Box& area) {
    constexpr float line = 32;
    constexpr Index most_cells = 4096;
    const Sizes& sizes = ui.sizes();
    const bool is_small = sizes.S_q * sizes.S_k * sizes.H * sizes.B <= most_cells && sizes.D * sizes.D <= most_cells;
    const bool has_example = term.make_example != nullptr && is_small;
    const std::string words =
        has_example ? "This layer has none; it would look like this:" : "This layer has nothing of the kind.";
    add_text(scene, ui, {area.x, area.y + 17}, words, ui.theme().dim, {}, Horizontal::left,
             std::string("glossary.example"));
    scene.values.insert_or_assign("glossary.example", words);
    if (!has_example)
        return;
    Session session = ui.session;
    term.make_example(session.layer());
    Engine engine;
    engine.compute(session.layer());
    PictureCache cache;
    const Trace& trace = engine.trace();
    const UiContext example{{session, trace, ui.view_state, ui.typesetter, cache, nullptr}, ui.workspace, ui.status};
    if (const auto view = view_of_term(example, term)) {
        const Box below{area.x, area.y + line, area.width, area.height - line};
        add_clipped(scene, thumbnail_of(example, *view, {below.width, below.height}, {below.width, below.height}),
                    below);
    }
}

/// The word as this layer's numbers show it.
void add_picture_of_term(Scene& scene, const UiContext& ui, const GlossaryTerm& term, const Box& area) {
    const auto view = view_of_term(ui, term);
    if (!view) {
        add_example_of_term(scene, ui, term, area);
        return;
    }
    const DisplayList drawn = thumbnail_of(ui, *view, {area.width, area.height}, {area.width, area.height});
    add_clipped(scene, drawn, area);
    Rectangle place;
    place.box = area;
    scene.list.add(place, std::string("action:glossary-go"));
    scene.values.insert_or_assign("glossary.shows", fmt::format("{} {}", term.shown.array, view->picture->name));
}

} // namespace

void glossary_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const Box box = add_dialog(scene, ui, window, size_of_glossary(window));
    const float foot = box.bottom() - glossary_margin - control_height;
    const Box field{box.x + glossary_margin, box.y + glossary_margin, glossary_list_width - space::small,
                    control_height};
    add_field(scene, ui, field, std::string(glossary_field));
    const float under_field = field.bottom() + space::small;
    add_words(
        scene, ui,
        {box.x + glossary_margin - space::small, under_field, glossary_list_width, foot - space::large - under_field});
    add_segments(scene, ui, {box.x + glossary_margin, foot}, {{.target = "action:close", .label = "Done"}});
    if (found_terms(ui).empty())
        return;
    const GlossaryTerm& term = marked_term(ui.workspace);
    const float x = box.x + glossary_margin + glossary_list_width + space::section;
    const float width = box.right() - glossary_margin - x;
    const std::string name = shown_term(ui, term);
    add_line(scene.list, ui.typesetter, {x, box.y + glossary_margin + 17}, name, theme.ink, bold(type_size::large));
    const std::string meaning = meaning_of(ui, term);
    const float top = box.y + glossary_margin + 44;
    const float height = add_paragraph(scene, ui, {x, top}, width, meaning, theme.ink);
    scene.values.insert_or_assign("glossary.term", name);
    scene.values.insert_or_assign("glossary.meaning", meaning);
    add_picture_of_term(scene, ui, term, {x, top + height, width, foot - space::large - top - height});
    const std::vector<Segment> go{{.target = "action:glossary-go", .label = "Show it on the stage"}};
    if (view_of_term(ui, term))
        add_segments(scene, ui, {box.right() - glossary_margin - segments_width(ui, go), foot}, go);
    add_text(scene, ui, {x, foot + 20}, "↑ ↓, Enter: on the stage", theme.dim, small());
}

} // namespace attn
