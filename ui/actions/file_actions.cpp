#include "ui/actions/action_tables.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/manual_pages.h"
#include "ui/document/shown_figure.h"

#include <array>
#include <fmt/core.h>
#include <string>
#include <utility>

namespace attn {

void ask(const CommandContext& command, Request request) {
    command.frame_actions.requests.push_back({std::move(request)});
}

void make(const CommandContext& command, Edit edit) {
    command.frame_actions.edits.push_back({std::move(edit)});
}

void hang_menu(const CommandContext& command, std::string menu) {
    command.workspace.overlay = Overlay{Overlay::Kind::menu, std::move(menu), command.anchor, -1};
}

void ask_in_menu(const CommandContext& command, const std::string& menu, std::string field) {
    hang_menu(command, menu + "/" + field);
    command.workspace.overlay->asks = true;
    begin_field(command.ui, command.workspace, std::move(field));
}

namespace {

std::string with_what(std::string_view verb, const std::string& what) {
    return what.empty() ? std::string(verb) : fmt::format("{} {}", verb, what);
}

bool has_path(const UiContext& ui) {
    return ui.workspace.field && ui.workspace.field->name.ends_with("-path");
}

bool has_left_work(const UiContext& ui) {
    return !ui.status.left_work.empty();
}

constexpr std::array file_action_table{
    Action{.id = "undo",
           .label = "Undo",
           .label_now = [](const UiContext& d) { return with_what("Undo", d.status.undo_label); },
           .chord = control(letter_key('z')),
           .about = "takes the last change back",
           .run = [](const CommandContext& d) { ask(d, Undo{}); },
           .enabled = [](const UiContext& d) { return !d.status.undo_label.empty(); },
           .needs = "Nothing has been changed.",
           .menus = {{Menu::edit, 0, 10}}},
    Action{.id = "redo",
           .label = "Redo",
           .label_now = [](const UiContext& d) { return with_what("Redo", d.status.redo_label); },
           .chord = control(letter_key('y')),
           .other_chord = control_shift(letter_key('z')),
           .about = "does it again",
           .run = [](const CommandContext& d) { ask(d, Redo{}); },
           .enabled = [](const UiContext& d) { return !d.status.redo_label.empty(); },
           .needs = "Nothing has been taken back.",
           .menus = {{Menu::edit, 0, 20}}},
    Action{.id = "new",
           .label = "New…",
           .chord = control(letter_key('n')),
           .about = "a session of your own: a sentence, sizes, weights",
           .run = [](const CommandContext& d) { ask(d, NewSession{}); },
           .menus = {{Menu::file, 0, 10}}},
    Action{.id = "open",
           .label = "Open…",
           .chord = control(letter_key('o')),
           .about = "a session, weights or an input",
           .menus = {{Menu::file, 0, 20}}},
    Action{.id = "left-work",
           .label = "Work that was not saved…",
           .about = "kept when the program ended before it was saved",
           .enabled = has_left_work,
           .menus = {{Menu::file, 0, 40}},
           .offered_while = has_left_work},
    Action{.id = "save",
           .label = "Save",
           .chord = control(letter_key('s')),
           .about = "the session to its file",
           .run = [](const CommandContext& d) { ask(d, SaveFile{}); },
           .menus = {{Menu::file, 0, 50}}},
    Action{.id = "save-as",
           .label = "Save as…",
           .chord = control_shift(letter_key('s')),
           .about = "the session to another file",
           .menus = {{Menu::file, 0, 60}}},
    Action{.id = "picture",
           .label = "Export…",
           .chord = control(letter_key('e')),
           .about = "a figure as PNG, SVG, PDF, TeX or numbers, a film as GIF; a storyboard, worksheet, handout or "
                    "Python script",
           .run = open_export,
           .menus = {{Menu::file, 2, 10}}},
    Action{.id = "export-weights",
           .label = "Export the weights…",
           .about = "as arrays, those of a checkpoint in its layout; saving never writes them",
           .menus = {{Menu::file, 2, 30}}},
    Action{.id = "copy-picture",
           .label = "Copy the picture",
           .chord = control_shift(letter_key('e')),
           .about = "what the stage shows, for slides and mails",
           .run =
               [](const CommandContext& d) {
                   ask(d, ExportOrder{CopyOrder{shown_figure(d.ui), "png"}, {}});
               },
           .menus = {{Menu::file, 2, 20}}},
    Action{.id = "check",
           .label = "Check against…",
           .about = "where an implementation of your own differs, and why",
           .menus = {{Menu::file, 3, 10}}},
    Action{.id = "take-path",
           .label = "Take the path",
           .about = "that stands in the field, as Enter does",
           .run = [](const CommandContext& d) { enter_field(d); },
           .enabled = has_path,
           .menus = InNoMenu::in_its_dialog},
    Action{.id = "cancel",
           .label = "Cancel the work under way",
           .about = "computing, opening or saving",
           .run = [](const CommandContext& d) { ask(d, CancelWork{}); },
           .enabled = [](const UiContext& d) { return d.status.progress.has_value(); },
           .needs = "Nothing is under way.",
           .menus = {{Menu::look, 4, 30}}},
    Action{.id = "quit",
           .label = "Quit",
           .chord = control(letter_key('q')),
           .about = "asks about unsaved changes",
           .run = [](const CommandContext& d) { ask(d, Quit{}); },
           .menus = {{Menu::file, 5, 10}}},
    Action{.id = "find",
           .label = "Find an action…",
           .chord = control(letter_key('p')),
           .about = "by its name",
           .menus = {{Menu::help, 1, 10}}},
    Action{.id = "keys",
           .label = "Keys",
           .chord = {.key = Key::slash, .shift = true},
           .other_chord = key(Key::f1),
           .about = "shows what every key does",
           .menus = {{Menu::help, 1, 30}}},
    Action{.id = "manual",
           .label = "Manual",
           .about = "the pages of the manual",
           .run =
               [](const CommandContext& d) {
                   show_manual_page(d.workspace, find_manual_page(d.ui, "window").value_or(0));
               },
           .menus = {{Menu::help, 1, 40}}},
    Action{.id = "theme",
           .label = "Dark",
           .chord = control(letter_key('t')),
           .about = "light or dark colours",
           .run =
               [](const CommandContext& d) {
                   d.workspace.look = d.workspace.look == Look::dark ? Look::light : Look::dark;
               },
           .chosen = [](const UiContext& d) { return d.workspace.look == Look::dark; },
           .menus = {{Menu::file, 4, 10}, {Menu::colours, 0, 10}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(file_action_table));

} // namespace

std::span<const Action> file_actions() {
    return file_action_table;
}

} // namespace attn
