#include "ui/actions/glossary_list.h"

#include "core/document/options/session_notation.h"
#include "core/document/session/sentences.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/formula/equation.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/notation/size_letters.h"
#include "ui/actions/dialog.h"
#include "ui/actions/lecture.h"
#include "ui/actions/navigation.h"
#include "ui/actions/search.h"
#include "ui/toolkit/key.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>
#include <utility>

namespace attn {

bool is_glossary_open(const UiContext& ui) {
    return is_open(ui.workspace, Overlay::Kind::glossary);
}

const GlossaryTerm& marked_term(const Workspace& workspace) {
    const auto terms = glossary();
    return terms[static_cast<std::size_t>(std::clamp<Index>(workspace.overlay->marked, 0, std::ssize(terms) - 1))];
}

std::string shown_term(const UiContext& ui, const GlossaryTerm& term) {
    if (const auto array = find_array(term.name); array && is_parameter(*array))
        return shown_name(ui.session, *array);
    if (length_by_letter(term.name) == nullptr)
        return std::string(term.name);
    const std::string symbol = fmt::format("<{}>", term.name);
    const Notation notation = notation_of(ui.session);
    const FormulaNode tree = tree_in_notation(symbol, notation);
    const auto has_command = [](const FormulaNode& node) { return node.is_braced || node.tex.size() > 1; };
    return has_part(tree, has_command) ? letters_of(tree) : tex_of(tree).tex; // as it is typed: d_k
}

Prose meaning_of(const UiContext& ui, const GlossaryTerm& term) {
    const Prose meaning = words_in(term.meaning, notation_of(ui.session));
    const std::string here = term.here == nullptr ? std::string() : term.here(ui.layer(), ui.sizes());
    return here.empty() ? meaning : meaning + " " + here;
}

std::vector<const GlossaryTerm*> found_terms(const UiContext& ui) {
    const auto& field = ui.workspace.field;
    return found_terms(ui, field && field->name == glossary_field ? field->text : std::string());
}

std::vector<const GlossaryTerm*> found_terms(const UiContext& ui, std::string_view words) {
    const std::vector<std::string> wanted = words_between_spaces(lower_case(words));
    const auto found_in = [&](const auto& text_of) {
        std::vector<const GlossaryTerm*> found;
        for (const GlossaryTerm& term : glossary())
            if (const std::string text = lower_case(text_of(term));
                std::ranges::all_of(wanted, [&](const std::string& word) { return has_word_part(text, word); }))
                found.push_back(&term);
        return found;
    };
    std::vector<const GlossaryTerm*> found = found_in([&](const GlossaryTerm& term) {
        return fmt::format("{} {} {}", term.name, shown_term(ui, term), fmt::join(term.written, " "));
    });
    return found.empty() ? found_in([](const GlossaryTerm& term) { return std::string(term.meaning); }) : found;
}

void mark_found_term(const UiContext& ui, Workspace& workspace) {
    const std::vector<const GlossaryTerm*> found = found_terms(ui);
    if (found.empty())
        return;
    const std::string typed = lower_case(workspace.field ? workspace.field->text : std::string());
    const auto begins = std::ranges::find_if(
        found, [&](const GlossaryTerm* term) { return lower_case(shown_term(ui, *term)).starts_with(typed); });
    workspace.overlay->list_offset = 0;
    workspace.overlay->marked = (begins == found.end() ? found.front() : *begins) - glossary().data();
}

void mark_term(const UiContext& ui, Workspace& workspace, Index by) {
    const std::vector<const GlossaryTerm*> found = found_terms(ui);
    if (found.empty())
        return;
    const Index now = std::ranges::find(found, &marked_term(workspace)) - found.begin();
    const Index next = std::clamp<Index>(now + by, 0, std::ssize(found) - 1);
    workspace.overlay->list_offset = 0;
    workspace.overlay->marked = found[static_cast<std::size_t>(next)] - glossary().data();
}

Point size_of_glossary(const Box& window) {
    constexpr float widest = 980;
    constexpr float tallest = 640;
    return {std::min(widest, window.width - 2 * space::section), std::min(tallest, window.height - 2 * space::section)};
}

ListWindow listed_terms(const UiContext& ui) {
    const std::vector<const GlossaryTerm*> terms = found_terms(ui);
    const float height = size_of_glossary(window_of_dialog(ui.workspace)).y - around_glossary_list;
    const auto lines = std::max<Index>(1, static_cast<Index>(height / glossary_line));
    const Index marked = std::ranges::find(terms, &marked_term(ui.workspace)) - terms.begin();
    return window_of_list(std::ssize(terms), lines, marked, ui.workspace.overlay->list_offset);
}

namespace {

/// Scrolls the list so that term number `first` is its first line.
void list_from(const UiContext& ui, Workspace& workspace, Index first) {
    workspace.overlay->list_offset = 0;
    const ListWindow unscrolled = listed_terms(ui);
    workspace.overlay->list_offset = std::clamp<Index>(first, 0, unscrolled.last_first) - unscrolled.unclamped;
}

} // namespace

void scroll_terms(const UiContext& ui, Workspace& workspace, Index by) {
    list_from(ui, workspace, listed_terms(ui).first + by);
}

bool walk_terms(const CommandContext& command) {
    constexpr Index page = 10;
    constexpr Index all = 1000;
    constexpr std::array<std::pair<Key, Index>, 6> ways{{{Key::down, 1},
                                                         {Key::up, -1},
                                                         {Key::page_down, page},
                                                         {Key::page_up, -page},
                                                         {Key::home, -all},
                                                         {Key::end, all}}};
    const auto* const way = std::ranges::find_if(ways, [](const auto& row) { return key_pressed(row.first); });
    if (way == ways.end())
        return false;
    mark_term(command.ui, command.workspace, way->second);
    return true;
}

const GlossaryTerm* term_in_sight(const UiContext& ui) {
    const auto terms = glossary();
    const auto shown = std::ranges::find(terms, array_name(ui.workspace.array()),
                                         [](const GlossaryTerm& term) { return std::string_view(term.shown.array); });
    return shown == terms.end() ? terms.data() : &*shown;
}

void show_in_glossary(const CommandContext& command, const GlossaryTerm* term) {
    if (!is_glossary_open(command.ui)) // an open glossary keeps its search
        open_overlay(command, Overlay::Kind::glossary);
    const ListWindow before = listed_terms(command.ui);
    command.workspace.overlay->list_offset = 0;
    command.workspace.overlay->marked = term - glossary().data();
    const std::vector<const GlossaryTerm*> terms = found_terms(command.ui);
    const Index place = std::ranges::find(terms, term) - terms.begin();
    if (place >= before.first && place < before.end) // a term clicked in the list stays where it is
        list_from(command.ui, command.workspace, before.first);
}

std::optional<ViewState> view_of_term(const UiContext& ui, const GlossaryTerm& term) {
    const auto array = find_array(term.shown.array);
    if (!array || !has_array(ui, *array) || (term.is_here != nullptr && !term.is_here(ui.layer())))
        return std::nullopt;
    ViewState view = ui.view_state;
    view.parameter = is_parameter(*array) ? array : std::nullopt;
    if (!view.parameter)
        view.step = *array;
    view.picture = PictureName{term.shown.view};
    view.focus.reset();
    view.range_end.reset();
    view.reveal.reset();
    const Shape shape = array_shape(ui, *array);
    view.row = std::min(view.row, shape.rows - 1);
    view.column = std::min(view.column, shape.columns - 1);
    const DrawContext drawing{ui.session, ui.trace, view, ui.typesetter, ui.cache, ui.baseline};
    view.picture = shown_picture(drawing); // the array's own picture, if it has no such view
    return view;
}

void go_to_marked_term(const CommandContext& command) {
    const auto view = view_of_term(command.ui, marked_term(command.workspace));
    if (!view)
        return;
    command.workspace.overlay.reset();
    command.workspace.field.reset();
    if (view->parameter)
        show_parameter(command.ui, command.workspace, *view->parameter);
    else
        go_to_step(command.ui, command.workspace, view->step);
    command.workspace.picture = view->picture;
}

} // namespace attn
