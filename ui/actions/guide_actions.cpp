#include "ui/actions/action_tables.h"
#include "ui/actions/dialog.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/lecture.h"
#include "ui/actions/lesson.h"
#include "ui/toolkit/key.h"
#include "ui/toolkit/layout.h"

#include <array>

namespace attn {

namespace {

bool lectures(const UiContext& ui) {
    return ui.scope().is_for_audience;
}

/// True if the window has room for the inspector beside the stage.
bool is_inspector_always_there(const UiContext& ui) {
    return !lectures(ui) && !folds_inspector(ui.workspace.window_width);
}

constexpr std::array guide_action_table{
    Action{.id = "start",
           .label = "The first minute",
           .about = "a word comes back reversed: which head does this?",
           .run = [](const CommandContext& d) { ask(d, OpenStart{}); },
           .menus = {{Menu::help, 0, 10}}},
    Action{.id = "glossary",
           .label = "Glossary",
           .about = "every word of the field from a to z, each with this layer's numbers",
           .run = [](const CommandContext& d) { show_in_glossary(d, term_in_sight(d.ui)); },
           .menus = {{Menu::help, 1, 15}}},
    Action{.id = "glossary-go",
           .label = "Show the word of the glossary on the stage",
           .about = "closes the glossary and goes there",
           .run = go_to_marked_term,
           .enabled = is_glossary_open,
           .menus = InNoMenu::in_its_dialog},
    Action{.id = "what-is-this",
           .label = "What is this?",
           .chord = {.key = Key::f1, .shift = true},
           .about = "tells of the selected cell what the mouse at rest would",
           .run = [](const CommandContext& d) { d.workspace.pointing = {.by = Pointing::By::selection}; },
           .menus = {{Menu::help, 1, 20}}},
    Action{.id = "lecture",
           .label = "Lecture",
           .chord = key(Key::f11),
           .other_chord = key(Key::f5),
           .about = "the stage alone, full screen, large; Page Up and Page Down step, Esc leaves",
           .run =
               [](const CommandContext& d) {
                   const bool is_clicker = chord_pressed(key(Key::f5)); // a clicker's key begins, and ends nothing
                   if (!lectures(d.ui))
                       begin_lecture(d.workspace);
                   else if (!is_clicker)
                       end_lecture(d.workspace);
               },
           .chosen = lectures,
           .menus = {{Menu::file, 4, 20}, {Menu::look, 3, 10}}},
    Action{.id = "lecture-inspector",
           .label = "Explain the cell",
           .chord = key(letter_key('e')),
           .about = "in a lecture and in a narrow window, beside the stage; again: the stage alone",
           .run =
               [](const CommandContext& d) {
                   if (is_inspector_always_there(d.ui))
                       d.workspace.notice =
                           passing(notice_of_deed("The panel at the right explains the selected cell already."));
                   else
                       d.workspace.lecture_inspector = !d.workspace.lecture_inspector;
               },
           .enabled = [](const UiContext& d) { return lectures(d) || !d.scope().is_taught; },
           .needs = "A lesson shows it where its steps need it.",
           .chosen = [](const UiContext& d) { return is_inspector_always_there(d) || d.workspace.lecture_inspector; },
           .menus = {{Menu::look, 3, 12}}},
    Action{.id = "lecture-words",
           .label = "Show the words",
           .chord = key(letter_key('w')),
           .about = "in a lecture, beneath the stage; again: the stage alone",
           .run = [](const CommandContext& d) { d.workspace.lecture_tokens = !d.workspace.lecture_tokens; },
           .enabled = lectures,
           .needs = "It works in a lecture: press F11.",
           .chosen = [](const UiContext& d) { return d.workspace.lecture_tokens; },
           .menus = {{Menu::look, 3, 14}}},
    Action{.id = "blank",
           .label = "Blank the screen",
           .chord = key(letter_key('b')),
           .other_chord = key(Key::period),
           .about = "in a lecture; again: what was shown",
           .run = [](const CommandContext& d) { d.workspace.blank = !d.workspace.blank; },
           .enabled = lectures,
           .needs = "It works in a lecture: press F11.",
           .chosen = [](const UiContext& d) { return d.workspace.blank; },
           .menus = {{Menu::look, 3, 20}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(guide_action_table));

} // namespace

std::span<const Action> guide_actions() {
    return guide_action_table;
}

} // namespace attn
