#include "ui/panels/cell_dependents.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/cell_words.h"
#include "ui/document/film.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <cstddef>
#include <fmt/core.h>
#include <span>
#include <string>

namespace attn {

namespace {

constexpr std::size_t most_dependents = 4;
constexpr float most_dependent_line = 25;

/// The number of a dependent cell: an unchanged copy with this cell's decimals, others with those that their own
/// headline has.
std::string number_of_dependent(const UiContext& ui, const CellTerms& terms, const CellId& cell) {
    const float value = ui.trace.value(cell);
    if (value == terms.explanation().value)
        return display_number(value, headline_decimals(ui, terms));
    const Explanation explanation = explain(ui.trace, cell);
    return display_number(value, headline_decimals(ui, CellTerms(ui, explanation)));
}

void add_dependent(Scene& scene, const UiContext& ui, const CellTerms& terms, const Dependents& fed,
                   const SectionPlace& place) {
    const CellId& cell = terms.explanation().cell;
    const Theme& theme = ui.theme();
    const CellId first = canonical(ui, {cell.layer, fed.stage, cell.item, fed.head, fed.first_row, fed.first_column});
    const std::string name = matrix_name(ui.session, fed.stage, fed.head);
    const Point at{place.left, place.y};
    const float width = add_text(scene, ui, at, name, theme.ink, {}, Horizontal::left, "link:" + cell_name(first));
    scene.list.add(line({at.x, at.y + 5}, {at.x + width, at.y + 5}, {theme.dim, 1, LineStyle::dashed}));
    constexpr float number_room = 64;
    const float end = place.right - number_room;
    add_text(
        scene, ui, {end, at.y},
        ui.typesetter.shortened(dependents_place(ui, cell, fed).letters(), small(), end - at.x - width - space::medium),
        theme.dim, small(), Horizontal::right);
    const bool is_one = (fed.last_row - fed.first_row) * (fed.last_column - fed.first_column) == 1;
    if (!is_one || !ui.trace.contains(first) || is_still_hidden(ui, first))
        return;
    const std::string number = number_of_dependent(ui, terms, first);
    add_text(scene, ui, {place.right, at.y}, number, theme.ink, {}, Horizontal::right);
    scene.values.insert_or_assign("becomes:" + cell_name(first), number);
}

/// Adds a line that counts the dependents for which there is no room.
void add_others(Scene& scene, const UiContext& ui, std::span<const Dependents> others, const SectionPlace& place) {
    Index cells = 0;
    for (const Dependents& fed : others)
        cells += (fed.last_row - fed.first_row) * (fed.last_column - fed.first_column);
    const std::string words =
        fmt::format("and {} more with {} {}", others.size(), cells, cells == 1 ? "cell" : "cells together");
    add_text(scene, ui, {place.left, place.y}, words, ui.theme().dim, small());
    attach_claims(scene.list,
                  {{words, Always{"it is counted in this frame from what the table of arrays says reads the cell"}}});
    scene.values.insert_or_assign("inspector.more", words);
}

} // namespace

float add_cell_dependents(Scene& scene, const UiContext& ui, const CellTerms& terms, const SectionPlace& place) {
    const std::span<const Dependents> all = terms.explanation().feeds;
    const std::span<const Dependents> shown = all.first(std::min(all.size(), most_dependents));
    SectionPlace at = place;
    at.y += 2;
    const float dependent_line = std::min(place.line, most_dependent_line);
    for (const Dependents& fed : shown) {
        at.y += dependent_line;
        add_dependent(scene, ui, terms, fed, at);
    }
    if (shown.size() < all.size()) {
        at.y += dependent_line;
        add_others(scene, ui, all.subspan(shown.size()), at);
    }
    return at.y;
}

} // namespace attn
