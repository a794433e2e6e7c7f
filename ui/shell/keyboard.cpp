#include "ui/shell/keyboard.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson.h"
#include "ui/actions/navigation.h"
#include "ui/actions/table_typing.h"
#include "ui/actions/token_places.h"
#include "ui/dialogs/dialog_keys.h"
#include "ui/document/film.h"
#include "ui/shell/focus.h"
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

/// The parts of the selection that are visible on the screen.
struct InSight {
    bool cell = false;         ///< the inspected cell
    bool matrix = false;       ///< the inspected cell's matrix, even if the cell itself is not drawn
    bool chosen_token = false; ///< the token whose chip was chosen; keys then do not act on the cell
    bool token = false;        ///< the token that is changed by keys for one token
    bool tokens = false;       ///< the sentence

    bool has(ActsOn what) const {
        switch (what) {
        case ActsOn::window:
            break;
        case ActsOn::cell:
            return cell;
        case ActsOn::matrix:
            return matrix;
        case ActsOn::chosen_token:
            return chosen_token;
        case ActsOn::token:
            return token;
        case ActsOn::tokens:
            return tokens;
        }
        return true;
    }
};

/// Returns which parts of the selection are visible in the scene that was painted last. The introduction and a blank
/// screen hide all of it.
InSight in_sight(const UiContext& ui, const Scene& scene) {
    if (ui.scope().is_first_minute || ui.workspace.blank)
        return {};
    const auto is_seen = [&](const Target& target) {
        const std::optional<Box> place = find(scene.list, target, ui.typesetter);
        return place && !place->empty();
    };
    const auto& chosen = ui.workspace.chosen_token;
    const auto token = token_to_change(ui);
    const CellId cell = inspected_cell(ui);
    return {.cell = !chosen && is_seen(Target(cell)) && !is_still_hidden(ui, cell),
            .matrix = true,
            .chosen_token = chosen && is_seen(token_target(*chosen)),
            .token = token && is_seen(token_target(*token)),
            .tokens =
                ui.scope().is_for_audience || is_seen(std::string("tokens"))}; // in a lecture one key shows the tokens
}

/// A way to go on from a cell into which a number was typed.
using WayOn = std::function<void(const CommandContext& command)>;

/// The way on that a pressed key asks for, as in a spreadsheet; empty: none. Enter goes to the cell below, Tab to the
/// right, with Shift the other way; the arrows go where they point, but left and right only while a number is typed
/// anew, not corrected.
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

/// True if Tab goes to the other of the two sentences: the one that asks and the one that is read.
bool goes_to_other_sentence(const CommandContext& command) {
    const std::string& name = command.workspace.field->name;
    return key_pressed(Key::tab) && command.ui.layer().context &&
           (name == "field:sentence" || name == "field:context-sentence");
}

/// Commits the typed sentence and opens the field of the other one.
void go_to_other_sentence(const CommandContext& command) {
    const bool is_asking = command.workspace.field->name == "field:sentence";
    if (enter_field(command))
        begin_field(command.ui, command.workspace, is_asking ? "field:context-sentence" : "field:sentence");
}

/// Enter and Tab commit the text of the field.
void end_writing(const CommandContext& command) {
    const Workspace& workspace = command.workspace;
    const bool is_entered = key_pressed(Key::enter) || key_pressed(Key::tab);
    if (const WayOn go_on = workspace.field->moves_on ? way_on(*workspace.field) : WayOn()) {
        if (enter_field(command))
            go_on(command);
    } else if (goes_to_other_sentence(command))
        go_to_other_sentence(command);
    else if (is_entered) {
        // Enter closes a menu that has taken its number, but not a dialog that the field's text opened, e.g. from the
        // search.
        const Dialog* const dialog = open_dialog(workspace);
        const bool is_of_menu = dialog != nullptr && dialog->is_menu && key_pressed(Key::enter);
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
        workspace.field_problem.clear(); // the problem was that of another text
    if (!workspace.overlay || !react_beside_field(command, is_changed))
        end_writing(command);
}

/// Walks from one token to the next with left and right; up and down lead back to the cells.
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

/// A digit or a minus begins the number that a lesson asks for, or that of the selected cell.
void begin_typing(const CommandContext& command, const InSight& seen) {
    const bool is_asked = command.ui.scope().asks(Bet::Kind::type);
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
        command.workspace.field->opened_with.clear(); // so that the number is typed anew
    }
    insert(*command.workspace.field, typed);
}

/// In a lecture + and − resize the words without Ctrl, unless a lesson asks for a number.
bool resize_words(const CommandContext& command) {
    if (!command.ui.scope().is_for_audience || command.ui.scope().asks(Bet::Kind::type) || ImGui::GetIO().KeyCtrl)
        return false;
    const std::string typed = typed_text(ImGui::GetIO());
    const bool is_larger = typed == "+";
    if (!is_larger && typed != "-" && typed != "\u2212")
        return false;
    run_action(is_larger ? "action:text-larger" : "action:text-smaller", command);
    return true;
}

/// Runs the first action with the pressed chord that can be done now.
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

/// Runs an action whose key means nothing in a field, e.g. Ctrl+Q or F11, after committing the field's text.
bool run_beside_field(const CommandContext& command, const InSight& seen) {
    // A field into which nothing was typed leaves undo and redo to the window.
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

/// A key with Ctrl closes an open menu and does what it always does.
bool run_beside_menu(const CommandContext& command, const InSight& seen) {
    std::optional<Overlay>& overlay = command.workspace.overlay;
    if (!open_dialog(command.workspace)->is_menu || !ImGui::GetIO().KeyCtrl)
        return false;
    const std::optional<Overlay> menu = std::exchange(overlay, std::nullopt);
    if (run_by_chord(command, seen))
        return true;
    overlay = menu;
    return false;
}

/// Undo in the first minute, where each letter is an edit: takes back letters, then leaves the first minute.
bool undo_beside_name(const CommandContext& command) {
    if (!command.ui.scope().is_first_minute)
        return false;
    const auto is_pressed = [](char letter) { return chord_pressed({.key = letter_key(letter), .control = true}); };
    const bool undoes = is_pressed('z');
    if (!undoes && !is_pressed('y'))
        return false;
    run_action(undoes ? "action:undo" : "action:redo", command);
    return true;
}

/// Ignores letters typed in quick succession without a field, from the sixth on: they are words, not commands. A notice
/// tells the user so.
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

void react_to_keys(const CommandContext& command, const Scene& scene, const WindowLayout& layout) {
    const InSight seen = in_sight(command.ui, scene);
    if (chord_pressed({.key = Key::escape})) {
        const bool was_walking = std::exchange(command.workspace.key_focus, std::nullopt).has_value();
        if (was_walking && !command.workspace.overlay && !command.ui.scope().is_first_minute)
            return;
        escape(command);
        return;
    }
    if (!command.workspace.overlay && undo_beside_name(command))
        return;
    if (walk_focus(command, scene, layout))
        return;
    if (command.workspace.field) {
        if (command.workspace.overlay || !run_beside_field(command, seen))
            edit_field(command);
        return;
    }
    if (command.workspace.overlay) {
        if (!run_beside_menu(command, seen))
            react_to_dialog_keys(command);
        return;
    }
    if (react_to_lesson_keys(command))
        return;
    const bool fills_window = command.ui.scope().is_first_minute;
    if (writes_without_field(command) || resize_words(command) || run_by_chord(command, seen) || fills_window ||
        command.workspace.blank)
        return;
    if (!walk_tokens(command))
        move_by_arrows(command);
    choose_head_by_digit(command);
    begin_typing(command, seen);
}

} // namespace attn
