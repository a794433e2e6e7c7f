#include "ui/shell/keyboard.h"

#include "core/figure/pictures/picture.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/folder_list.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/in_sight.h"
#include "ui/actions/layer_list.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_bets.h"
#include "ui/actions/navigation.h"
#include "ui/actions/search.h"
#include "ui/actions/table_typing.h"
#include "ui/actions/token_places.h"
#include "ui/shell/focus.h"
#include "ui/shell/overlay_keys.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <functional>
#include <imgui.h>
#include <string_view>
#include <utility>

namespace attn {

namespace {

/// Goes on from a cell into which a number was typed.
using WayOn = std::function<void(const CommandContext& command)>;

/// As in a spreadsheet: Enter goes on to the cell below, Tab to the one on the right, with Shift the other way; up and
/// down where they point, and so do left and right as long as the number is typed anew, and not mended. None: no key
/// leads on.
WayOn way_on(const FieldEdit& field) {
    const Index by = ImGui::GetIO().KeyShift ? -1 : 1;
    if (key_pressed(Key::enter))
        return [by](const CommandContext& command) { go_on_by_enter(command, by); };
    if (key_pressed(Key::tab))
        return [by](const CommandContext& command) { go_on_by_tab(command, by); };
    const auto arrow = [](Index rows, Index columns) {
        return [rows, columns](const CommandContext& command) { go_on_by_arrow(command, rows, columns); };
    };
    for (const auto& [key, rows] : {std::pair(Key::up, -1), std::pair(Key::down, 1)})
        if (chord_pressed({.key = key}))
            return arrow(rows, 0);
    for (const auto& [key, columns] : {std::pair(Key::left, -1), std::pair(Key::right, 1)})
        if (field.opened_with.empty() && chord_pressed({.key = key}))
            return arrow(0, columns);
    return {};
}

void move_in(FieldEdit& field) {
    const ImGuiIO& io = ImGui::GetIO();
    if (key_pressed(Key::left))
        move_caret(field, io.KeyCtrl ? CaretMove::word_left : CaretMove::left, io.KeyShift);
    if (key_pressed(Key::right))
        move_caret(field, io.KeyCtrl ? CaretMove::word_right : CaretMove::right, io.KeyShift);
    if (key_pressed(Key::home))
        move_caret(field, CaretMove::begin, io.KeyShift);
    if (key_pressed(Key::end))
        move_caret(field, CaretMove::end, io.KeyShift);
}

void use_clipboard(FieldEdit& field) {
    const auto chord = [](char letter) { return chord_pressed({.key = letter_key(letter), .control = true}); };
    if (chord('a'))
        select_all(field);
    if ((chord('c') || chord('x')) && field.caret != field.anchor)
        ImGui::SetClipboardText(std::string(field.selection()).c_str());
    if (chord('x') && field.caret != field.anchor)
        erase_before(field);
    if (chord('v'))
        if (const char* text = ImGui::GetClipboardText())
            insert(field, text);
}

void mark_in_list(const CommandContext& command) {
    Overlay& overlay = *command.workspace.overlay;
    if (key_pressed(Key::down))
        ++overlay.marked;
    if (key_pressed(Key::up))
        overlay.marked = std::max<Index>(0, overlay.marked - 1);
}

/// The place of the last thing that the search finds.
Index last_found(const UiContext& ui, const std::string& words) {
    return std::max<Index>(1, std::ssize(found_actions(ui, words))) - 1;
}

/// Whether a list stands beneath the field.
bool has_list(Overlay::Kind kind) {
    return kind == Overlay::Kind::palette || kind == Overlay::Kind::hypothesis;
}

/// What was typed about a layer is taken; Tab goes to the next question, Enter opens the layer if it was the last.
void answer_by_field(const CommandContext& command) {
    const bool enters = key_pressed(Key::enter);
    if ((enters || key_pressed(Key::tab)) && enter_field(command))
        run_action(enters ? "action:ask/open" : "action:ask/next", command);
}

/// Up and down in the list of files beneath a path; Enter takes a file, and goes into a folder. Whether it did.
bool walk_files(const CommandContext& command) {
    mark_in_list(command);
    Index& marked = command.workspace.overlay->marked;
    if (marked == 0)
        return false;
    marked = std::min<Index>(marked, std::ssize(folder_entries(command.ui)));
    if (!key_pressed(Key::enter))
        return false;
    if (choose_entry(command.ui, command.workspace, marked - 1) && asks_for_file_to_read(command.ui))
        enter_field(command);
    return true;
}

void write_in(FieldEdit& field) {
    if (const std::string typed = typed_text(ImGui::GetIO()); !typed.empty() && !ImGui::GetIO().KeyCtrl)
        insert(field, typed);
    if (key_pressed(Key::backspace))
        erase_before(field);
    if (key_pressed(Key::del))
        erase_after(field);
    move_in(field);
    use_clipboard(field);
}

/// What is typed leaves less of a list, or keys walk it: whether one was taken.
bool walk_found(const CommandContext& command, Overlay::Kind kind, bool is_changed) {
    Workspace& workspace = command.workspace;
    if (kind == Overlay::Kind::layers) {
        if (walk_layers(command))
            return true;
        if (is_changed) {
            workspace.overlay->marked = 0;
            filter_layers(workspace);
        }
    }
    if (kind == Overlay::Kind::glossary) {
        if (is_changed)
            mark_found_term(command.ui, workspace);
        else if (walk_terms(command))
            return true;
    }
    return false;
}

/// From the sentence that asks to the one that is read, and back.
bool goes_to_other_sentence(const CommandContext& command) {
    const std::string& name = command.workspace.field->name;
    return key_pressed(Key::tab) && command.ui.layer().context &&
           (name == "field:sentence" || name == "field:context-sentence");
}

/// What was typed is taken, and the other sentence is written.
void go_to_other_sentence(const CommandContext& command) {
    const bool is_asking = command.workspace.field->name == "field:sentence";
    if (enter_field(command))
        begin_field(command.ui, command.workspace, is_asking ? "field:context-sentence" : "field:sentence");
}

/// A menu goes with the number that Enter took from it, as with anything else that is chosen in it.
bool closes_menu(const Workspace& workspace) {
    return workspace.overlay && workspace.overlay->kind == Overlay::Kind::menu && key_pressed(Key::enter);
}

/// Enter and Tab do with what was written what the field is for.
void end_writing(const CommandContext& command) {
    const Workspace& workspace = command.workspace;
    const bool is_entered = key_pressed(Key::enter) || key_pressed(Key::tab);
    if (workspace.overlay && workspace.overlay->kind == Overlay::Kind::exporting && key_pressed(Key::tab))
        leave_for_next_option(command);
    else if (workspace.overlay && workspace.overlay->kind == Overlay::Kind::layer_questions)
        answer_by_field(command);
    else if (const WayOn go_on = workspace.field->moves_on ? way_on(*workspace.field) : WayOn()) {
        if (enter_field(command))
            go_on(command);
    } else if (goes_to_other_sentence(command))
        go_to_other_sentence(command);
    else if (is_entered) {
        const bool is_of_menu = closes_menu(workspace); // and not what the field opens, as that of the search does
        if (enter_field(command) && is_of_menu)
            command.workspace.overlay.reset();
    }
}

void edit_field(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    FieldEdit& field = *workspace.field;
    const std::string before = field.text;
    write_in(field);
    const bool is_changed = field.text != before;
    if (is_changed)
        workspace.field_problem.clear(); // it was said of another text
    if (workspace.overlay && walk_found(command, workspace.overlay->kind, is_changed))
        return;
    if (asks_for_path(command.ui)) {
        if (is_changed)
            workspace.overlay->marked = 0;
        field.is_used = field.is_used || is_changed || key_pressed(Key::down);
        // In the export dialog Tab goes to the next option, unless a path is being typed that goes on.
        const bool stays = workspace.overlay->kind != Overlay::Kind::exporting;
        const auto completes = [&] { return field.is_used && complete_path(command.ui, workspace); };
        if (walk_files(command) || (key_pressed(Key::tab) && (completes() || stays)))
            return;
    }
    if (workspace.overlay && has_list(workspace.overlay->kind)) {
        mark_in_list(command);
        if (workspace.overlay->kind == Overlay::Kind::palette)
            workspace.overlay->marked = std::min(workspace.overlay->marked, last_found(command.ui, field.text));
        if (is_changed)
            workspace.overlay->marked = 0;
    }
    end_writing(command);
}

/// From one chip to the next; up or down leads back to the cells.
bool walk_tokens(const CommandContext& command) {
    const auto chosen = command.workspace.chosen_token;
    if (!chosen)
        return false;
    for (const auto& [arrow, by] : {std::pair(Key::left, -1), std::pair(Key::right, 1)})
        if (chord_pressed({.key = arrow})) {
            const Index last = sequence_of(command.ui, chosen->side).token_count() - 1;
            choose_token(command.ui, command.workspace, {chosen->side, std::clamp<Index>(chosen->token + by, 0, last)});
            return true;
        }
    return false;
}

void move_by_arrows(const CommandContext& command) {
    struct Arrow {
        Key key;
        Index rows, columns;
    };
    constexpr std::array arrows{Arrow{Key::up, -1, 0}, Arrow{Key::down, 1, 0}, Arrow{Key::left, 0, -1},
                                Arrow{Key::right, 0, 1}};
    for (const Arrow& arrow : arrows)
        if (chord_pressed({.key = arrow.key}))
            move_selection(command.ui, command.workspace, arrow.rows, arrow.columns);
        else if (chord_pressed({.key = arrow.key, .shift = true}))
            extend_selection(command.ui, command.workspace, arrow.rows, arrow.columns);
}

void choose_head_by_digit(const CommandContext& command) {
    for (char digit = '1'; digit <= '9'; ++digit)
        if (chord_pressed({.key = letter_key(digit), .alt = true}) && digit - '1' < command.ui.sizes().H)
            choose_head(command.ui, command.workspace, digit - '1');
}

/// A digit or a minus begins the number that a lesson asks for, or else that of a selected cell.
void begin_typing(const CommandContext& command, const InSight& seen) {
    const bool is_asked = asks_for_number(command.ui);
    if (!seen.cell && !is_asked)
        return;
    const ImGuiIO& io = ImGui::GetIO();
    const std::string typed = typed_text(io);
    const bool begins_number = typed.starts_with('-') || typed.starts_with("\u2212") ||
                               (!typed.empty() && typed.front() >= '0' && typed.front() <= '9');
    if (!begins_number || io.KeyCtrl || io.KeyAlt)
        return;
    if (is_asked)
        begin_field(command.workspace, "field:lesson-number", {});
    else {
        open_cell_field(command);
        command.workspace.field->opened_with.clear(); // the number is typed anew
    }
    insert(*command.workspace.field, typed);
}

/// In a lecture + and − do alone what they do with Ctrl, where no lesson asks for a number.
bool resize_words(const CommandContext& command) {
    if (!command.workspace.lecture || asks_for_number(command.ui) || ImGui::GetIO().KeyCtrl)
        return false;
    const std::string typed = typed_text(ImGui::GetIO());
    const bool is_larger = typed == "+";
    if (!is_larger && typed != "-" && typed != "\u2212")
        return false;
    run_action(is_larger ? "action:text-larger" : "action:text-smaller", command);
    return true;
}

/// Of several actions with one key the first that can be done now is.
bool run_by_chord(const CommandContext& command, const InSight& seen) {
    for (const Action& action : actions())
        for (const Chord& chord : {action.chord, action.other_chord})
            if (chord.key != Key::none && (chord_pressed(chord) || chord_typed(chord)) && seen.has(action.acts_on) &&
                (action.enabled == nullptr || action.enabled(command.ui))) {
                if (command.workspace.notice && command.workspace.notice->passes)
                    command.workspace.notice.reset();
                run_action("action:" + std::string(action.id), command);
                return true;
            }
    return false;
}

/// Keys that mean nothing in a field, such as Ctrl+Q and F11: what was typed is taken, and they do what they always do.
bool run_beside_field(const CommandContext& command, const InSight& seen) {
    // What nobody has typed anything into has nothing to undo.
    const FieldEdit& field = *command.workspace.field;
    const std::string_view of_fields = field.text == field.opened_with ? "ACVX" : "ACVXYZ";
    const auto all = actions();
    const auto meant = std::ranges::find_if(all, [&](const Action& action) {
        const Chord& chord = action.chord;
        const int code = static_cast<int>(chord.key);
        const bool is_letter =
            code >= 'A' && code <= 'Z' && of_fields.find(static_cast<char>(code)) == std::string::npos;
        const bool is_function = code >= static_cast<int>(Key::f1) && code <= static_cast<int>(Key::f12);
        return ((chord.control && is_letter) || is_function) && chord_pressed(chord) && seen.has(action.acts_on) &&
               (action.enabled == nullptr || action.enabled(command.ui));
    });
    if (meant == all.end())
        return false;
    if (leave_field_for_key(command))
        run_action("action:" + std::string(meant->id), command);
    return true;
}

/// In an open menu keys with Ctrl do what they always do, and the menu goes.
bool run_beside_menu(const CommandContext& command, const InSight& seen) {
    std::optional<Overlay>& overlay = command.workspace.overlay;
    if (overlay->kind != Overlay::Kind::menu || !ImGui::GetIO().KeyCtrl)
        return false;
    const std::optional<Overlay> menu = std::exchange(overlay, std::nullopt);
    if (run_by_chord(command, seen))
        return true;
    overlay = menu;
    return false;
}

/// The name of the first minute is taken letter by letter: undo takes back what was typed, then the first minute.
bool undo_beside_name(const CommandContext& command) {
    if (lesson_alone(command.workspace) == nullptr)
        return false;
    const auto is_pressed = [](char letter) { return chord_pressed({.key = letter_key(letter), .control = true}); };
    const bool undoes = is_pressed('z');
    if (!undoes && !is_pressed('y'))
        return false;
    run_action(undoes ? "action:undo" : "action:redo", command);
    return true;
}

/// Letters are commands. Where many come as fast as words do somebody writes without a field; the rest of that is no
/// command, and what is the matter is said.
bool writes_without_field(const CommandContext& command) {
    constexpr std::chrono::milliseconds between_letters{400};
    constexpr std::size_t most_commands = 5;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.KeyCtrl || io.KeyAlt)
        return false;
    StrayLetters& stray = command.workspace.stray_letters;
    const std::string before = stray.letters;
    for (const char letter : typed_text(io)) {
        const auto now = std::chrono::steady_clock::now();
        const bool is_letter = std::isalpha(static_cast<unsigned char>(letter)) != 0;
        const bool goes_on = now - stray.last < between_letters && !stray.letters.ends_with(letter);
        stray.letters = !is_letter ? std::string() : goes_on ? stray.letters + letter : std::string(1, letter);
        stray.last = now;
    }
    if (stray.letters == before)
        return false;
    if (stray.letters.size() <= most_commands)
        return false;
    command.workspace.notice =
        passing(notice_of_deed("Letters are commands here. To write words, click into their field, or press Ctrl+L."));
    return true;
}

} // namespace

void react_to_keys(const CommandContext& command, const Scene& scene) {
    const InSight seen = in_sight(command.ui, scene);
    if (chord_pressed({.key = Key::escape})) {
        const bool was_walking = std::exchange(command.workspace.key_focus, std::nullopt).has_value();
        if (was_walking && !command.workspace.overlay && lesson_alone(command.workspace) == nullptr)
            return;
        escape(command);
        return;
    }
    if (!command.workspace.overlay && undo_beside_name(command))
        return;
    if (walk_focus(command, scene))
        return;
    if (command.workspace.field) {
        if (command.workspace.overlay || !run_beside_field(command, seen))
            edit_field(command);
        return;
    }
    if (command.workspace.overlay) {
        if (!run_beside_menu(command, seen))
            react_to_overlay_keys(command);
        return;
    }
    if (react_to_lesson_keys(command))
        return;
    const bool fills_window = lesson_alone(command.workspace) != nullptr;
    if (writes_without_field(command) || resize_words(command) || run_by_chord(command, seen) || fills_window ||
        command.workspace.blank)
        return;
    if (!walk_tokens(command))
        move_by_arrows(command);
    choose_head_by_digit(command);
    begin_typing(command, seen);
}

} // namespace attn
