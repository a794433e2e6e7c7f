#include "ui/actions/glossary_list.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/model/arrays.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/navigation.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <string>

namespace attn {

const GlossaryTerm& marked_term(const Workspace& workspace) {
    const auto terms = glossary();
    return terms[static_cast<std::size_t>(std::clamp<Index>(workspace.overlay->marked, 0, std::ssize(terms) - 1))];
}

void mark_term(Workspace& workspace, Index by) {
    Index& marked = workspace.overlay->marked;
    marked = std::clamp<Index>(marked + by, 0, std::ssize(glossary()) - 1);
}

void mark_term_that_begins(Workspace& workspace, std::string_view letters) {
    const auto terms = glossary();
    const std::string wanted = lower_case(letters);
    const auto found = std::ranges::find_if(
        terms, [&](const GlossaryTerm& term) { return lower_case(term.name).starts_with(wanted); });
    if (found != terms.end())
        workspace.overlay->marked = found - terms.begin();
}

const GlossaryTerm* term_in_sight(const UiContext& ui) {
    const auto terms = glossary();
    const auto shown = std::ranges::find(terms, array_name(ui.workspace.array()),
                                         [](const GlossaryTerm& term) { return std::string_view(term.shown.array); });
    return shown == terms.end() ? terms.data() : &*shown;
}

void show_in_glossary(const CommandContext& command, const GlossaryTerm* term) {
    open_overlay(command, Overlay::Kind::glossary);
    command.workspace.overlay->marked = term - glossary().data();
}

std::optional<ViewState> view_of_term(const UiContext& ui, const GlossaryTerm& term) {
    const auto array = find_array(term.shown.array);
    if (!array || !has_array(ui, *array))
        return std::nullopt;
    ViewState view = ui.view_state;
    view.parameter = is_parameter(*array) ? array : std::nullopt;
    if (!view.parameter)
        view.step = *array;
    view.picture = PictureId{term.shown.view};
    view.focus.reset();
    view.range_end.reset();
    view.reveal.reset();
    const Shape shape = array_shape(ui, *array);
    view.row = std::min(view.row, shape.rows - 1);
    view.column = std::min(view.column, shape.columns - 1);
    const DrawContext drawing{ui.session, ui.trace, view, ui.typesetter, ui.cache, ui.baseline};
    view.picture = shown_picture(drawing); // its own where it has no such view
    return view;
}

void go_to_marked_term(const CommandContext& command) {
    const auto view = view_of_term(command.ui, marked_term(command.workspace));
    if (!view)
        return;
    command.workspace.overlay.reset();
    if (view->parameter)
        show_parameter(command.ui, command.workspace, *view->parameter);
    else
        go_to_step(command.ui, command.workspace, view->step);
    command.workspace.picture = view->picture;
}

} // namespace attn
