// The glossary: the field's terms from a to z, the meaning of each, and a picture of the present numbers.

#include "core/figure/pictures/text_layout.h"
#include "ui/actions/glossary_list.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"
#include "ui/document/picture_thumbnails.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <vector>

namespace attn {

namespace {

constexpr float glossary_list_width = 190;
static_assert(around_glossary_list == 2 * Form::margin + 2 * control_height + space::large + space::small);

/// Adds the list of found terms, from a to z.
void add_words(Form& form, const Box& area) {
    const UiContext& ui = form.ui();
    const std::vector<const GlossaryTerm*> terms = found_terms(ui);
    const Index marked = std::ranges::find(terms, &marked_term(ui.workspace)) - terms.begin();
    const auto term_at = [&](Index i) -> const GlossaryTerm& { return *terms[static_cast<std::size_t>(i)]; };
    const ListWindow shown =
        form.list(area, {.count = std::ssize(terms),
                         .marked = marked,
                         .line = glossary_line,
                         .target_of = [&](Index i) { return fmt::format("action:glossary/{}", term_at(i).name); },
                         .add_line =
                             [&](Index i, const Box& line) {
                                 add_line(form.scene().list, ui.typesetter, {line.x + space::small, line.y + 17},
                                          shown_term(ui, term_at(i)), form.theme().ink, i == marked ? bold() : Font{});
                             },
                         .offset = ui.workspace.overlay->list_offset});
    if (terms.empty())
        form.write({area.x + space::small, area.y + 17}, "No word has these letters.", form.theme().dim);
    else
        form.scene().values.insert_or_assign("glossary.first", shown_term(ui, term_at(shown.first)));
    form.scene().values.insert_or_assign("glossary.found", std::to_string(terms.size()));
}

void add_clipped(Form& form, const DisplayList& drawn, const Box& area) {
    form.scene().list.append(drawn, {area.x, area.y}, area);
}

/// Adds a picture of an array that the term names and this layer lacks, from an example layer of the same size. Adds
/// nothing if the layer is too large for that.
void add_example_of_term(Form& form, const GlossaryTerm& term, const Box& area) {
    constexpr float line = 32;
    constexpr Index most_cells = 4096;
    const UiContext& ui = form.ui();
    const Sizes& sizes = ui.sizes();
    const bool is_small = sizes.S_q * sizes.S_k * sizes.H * sizes.B <= most_cells && sizes.D * sizes.D <= most_cells;
    const bool has_example = term.make_example != nullptr && is_small;
    form.say("glossary.example", {area.x, area.y + 17},
             has_example ? "This layer has none; it would look like this:" : "This layer has nothing of the kind.",
             form.theme().dim);
    TermExamples::Example* const made = has_example ? form.around().examples.of(ui, term) : nullptr;
    if (made == nullptr)
        return;
    const UiContext example{
        {made->session, made->trace, ui.view_state, ui.typesetter, made->cache, nullptr}, ui.workspace, ui.status};
    if (const auto view = view_of_term(example, term)) {
        const Box below{area.x, area.y + line, area.width, area.height - line};
        add_clipped(form, thumbnail_of(example, *view, {below.width, below.height}, {below.width, below.height}),
                    below);
    }
}

/// Adds a picture of the term in this layer's numbers.
void add_picture_of_term(Form& form, const GlossaryTerm& term, const Box& area) {
    const auto view = view_of_term(form.ui(), term);
    if (!view)
        return add_example_of_term(form, term, area);
    add_clipped(form, thumbnail_of(form.ui(), *view, {area.width, area.height}, {area.width, area.height}), area);
    Rectangle place;
    place.box = area;
    form.scene().list.add(place, std::string("action:glossary-go"));
    form.scene().values.insert_or_assign("glossary.shows", fmt::format("{} {}", term.shown.array, view->picture->name));
}

} // namespace

void draw_glossary(Form& form) {
    const UiContext& ui = form.ui();
    form.set_size(size_of_glossary(form.around().window));
    const float foot = form.foot_top();
    form.field({Form::margin, Form::margin, glossary_list_width - space::small, control_height}, glossary_field);
    const float list = Form::margin + control_height + space::small;
    add_words(form, {Form::margin - space::small, list, glossary_list_width, foot - space::large - list});
    form.foot({{.target = "action:close", .label = "Done"}});
    if (found_terms(ui).empty())
        return;
    const GlossaryTerm& term = marked_term(ui.workspace);
    const float x = Form::margin + glossary_list_width + space::section;
    const float width = form.right() - x;
    const std::string name = shown_term(ui, term);
    add_line(form.scene().list, ui.typesetter, {x, Form::margin + 17}, name, form.theme().ink, bold(type_size::large));
    form.scene().values.insert_or_assign("glossary.term", name);
    const float top = Form::margin + 44;
    const float picture =
        top + form.say_lines("glossary.meaning", {x, top}, width, meaning_of(ui, term), form.theme().ink);
    add_picture_of_term(form, term, {x, picture, width, foot - space::large - picture});
    if (view_of_term(ui, term))
        form.buttons_before({form.right(), foot}, {{.target = "action:glossary-go", .label = "Show it on the stage"}});
    form.write({x, foot + 20}, "↑ ↓, Enter: on the stage", form.theme().dim, small());
}

bool react_in_glossary(const CommandContext& command) {
    return walk_terms(command);
}

void find_term_typed(const CommandContext& command) {
    mark_found_term(command.ui, command.workspace);
}

/// Scrolls three lines a notch, and at least one if the wheel reports parts of a notch.
void turn_wheel_in_glossary(const CommandContext& command, float by) {
    constexpr float lines = 3;
    const auto count = std::max<Index>(1, std::lround(std::abs(by) * lines));
    scroll_terms(command.ui, command.workspace, by > 0 ? -count : count);
}

} // namespace attn
