#include "ui/shell/keyboard.h"

#include "core/figure/pictures/picture.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/folder_list.h"
#include "ui/actions/in_sight.h"
#include "ui/actions/layer_list.h"
#include "ui/actions/left_work_list.h"
#include "ui/actions/lesson.h"
#include "ui/actions/manual_pages.h"
#include "ui/actions/moved.h"
#include "ui/actions/navigation.h"
#include "ui/actions/pin_list.h"
#include "ui/actions/search.h"
#include "ui/actions/start.h"
#include "ui/actions/token_places.h"
#include "ui/panels/manual.h"
#include "ui/panels/menu.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <imgui.h>
#include <string_view>
#include <utility>

namespace attn {

namespace {

/// As in a spreadsheet: Enter goes on to the cell below, Tab to the one on the right, with Shift the other way.
void commit_cell(const CommandContext& command, bool downwards) {
    if (!enter_field(command))
        return;
    const Index by = ImGui::GetIO().KeyShift ? -1 : 1;
    move_selection(command.ui, command.workspace, downwards ? by : 0, downwards ? 0 : by);
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
    const bool opens = command.workspace.overlay->kind == Overlay::Kind::open_file ||
                       command.workspace.overlay->kind == Overlay::Kind::check_file;
    if (marked > 0 && choose_entry(command.ui, command.workspace, marked - 1) && opens)
        enter_field(command);
    return true;
}

void edit_field(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    FieldEdit& field = *workspace.field;
    const std::string before = field.text;
    if (const std::string typed = typed_text(ImGui::GetIO()); !typed.empty() && !ImGui::GetIO().KeyCtrl)
        insert(field, typed);
    if (key_pressed(Key::backspace))
        erase_before(field);
    if (key_pressed(Key::del))
        erase_after(field);
    move_in(field);
    use_clipboard(field);
    if (workspace.overlay && workspace.overlay->kind == Overlay::Kind::layers) {
        if (walk_layers(command))
            return;
        if (field.text != before) {
            workspace.overlay->marked = 0;
            filter_layers(workspace);
        }
    }
    if (lists_files(command.ui)) {
        if (field.text != before)
            workspace.overlay->marked = 0;
        if (walk_files(command))
            return;
    }
    if (workspace.overlay && has_list(workspace.overlay->kind)) {
        mark_in_list(command);
        if (field.text != before)
            workspace.overlay->marked = 0;
    }
    if (workspace.overlay && workspace.overlay->kind == Overlay::Kind::exporting && key_pressed(Key::tab))
        leave_for_next_option(command);
    else if (workspace.overlay && workspace.overlay->kind == Overlay::Kind::layer_questions)
        answer_by_field(command);
    else if (field.moves_on && (key_pressed(Key::enter) || key_pressed(Key::tab)))
        commit_cell(command, key_pressed(Key::enter));
    else if (key_pressed(Key::enter) || key_pressed(Key::tab))
        enter_field(command);
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
    const bool walks_values = picture(shown_picture(command.ui)).choices != nullptr;
    for (const Arrow& arrow : arrows)
        if (walks_values && arrow.columns != 0 && chord_pressed({.key = arrow.key}))
            choose_singular_value(command.ui, command.workspace, command.workspace.singular_value + arrow.columns);
        else if (chord_pressed({.key = arrow.key}))
            move_selection(command.ui, command.workspace, arrow.rows, arrow.columns);
        else if (chord_pressed({.key = arrow.key, .shift = true}))
            extend_selection(command.ui, command.workspace, arrow.rows, arrow.columns);
}

void choose_head_by_digit(const CommandContext& command) {
    for (char digit = '1'; digit <= '9'; ++digit)
        if (chord_pressed({.key = letter_key(digit), .alt = true}) && digit - '1' < command.ui.sizes().H)
            choose_head(command.ui, command.workspace, digit - '1');
}

/// A digit or a minus on a selected cell begins its number.
void begin_typing(const CommandContext& command, const InSight& seen) {
    if (!seen.cell)
        return;
    const ImGuiIO& io = ImGui::GetIO();
    const std::string typed = typed_text(io);
    const bool begins_number = typed.starts_with('-') || typed.starts_with("\u2212") ||
                               (!typed.empty() && typed.front() >= '0' && typed.front() <= '9');
    if (!begins_number || io.KeyCtrl || io.KeyAlt)
        return;
    open_cell_field(command);
    insert(*command.workspace.field, typed);
}

/// Of several actions with one key the first that can be done now is.
bool run_by_chord(const CommandContext& command, const InSight& seen) {
    for (const Action& action : actions())
        for (const Chord& chord : {action.chord, action.other_chord})
            if (chord.key != Key::none && chord_pressed(chord) && seen.has(action.acts_on) &&
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

/// The name of the first minute is taken letter by letter: undo takes back what was typed, then the first minute.
bool undo_beside_name(const CommandContext& command) {
    if (!command.workspace.start)
        return false;
    const auto is_pressed = [](char letter) { return chord_pressed({.key = letter_key(letter), .control = true}); };
    const bool undoes = is_pressed('z');
    if (!undoes && !is_pressed('y'))
        return false;
    run_action(undoes ? "action:undo" : "action:redo", command);
    return true;
}

void walk_pins(const CommandContext& command) {
    if (key_pressed(Key::down))
        mark_pin(command.ui, command.workspace, 1);
    else if (key_pressed(Key::up))
        mark_pin(command.ui, command.workspace, -1);
    else if (key_pressed(Key::del))
        remove_marked_pin(command);
    else if (key_pressed(Key::enter))
        go_to_marked_pin(command);
    else if (chord_pressed({.key = letter_key('z'), .control = true}))
        run_action("action:undo", command);
}

void walk_moved(const CommandContext& command) {
    if (key_pressed(Key::down))
        mark_moved(command.ui, command.workspace, 1);
    else if (key_pressed(Key::up))
        mark_moved(command.ui, command.workspace, -1);
    else if (key_pressed(Key::enter))
        go_to_marked_moved(command);
}

/// Arrows turn pages, PageUp and PageDown read on.
void walk_manual(const CommandContext& command) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const auto read_on = [&](float pages) {
        scroll_manual(command.workspace, pages * size.y / 2, longest_manual_scroll(command.ui, {0, 0, size.x, size.y}));
    };
    if (key_pressed(Key::down))
        turn_manual_page(command.ui, command.workspace, 1);
    else if (key_pressed(Key::up))
        turn_manual_page(command.ui, command.workspace, -1);
    else if (key_pressed(Key::page_down))
        read_on(1);
    else if (key_pressed(Key::page_up))
        read_on(-1);
}

/// What a dialog with three buttons does: by arrows and Enter, or by letters. What throws something away has none,
/// since somebody may be typing who did not expect the dialog.
struct Answers {
    std::array<const char*, 3> targets;
    std::array<char, 2> letters;
};
constexpr Answers unsaved_answers{{"action:unsaved/save", "action:unsaved/discard", "action:close"}, {'s', '\0'}};
constexpr Answers replacing_answers{{"action:replace/yes", "action:replace/save-as", "action:close"}, {'\0', 'a'}};
constexpr Answers recorded_answers{{"action:recorded/check", "action:recorded/open", "action:close"}, {'c', 'o'}};

void answer_by_key(const CommandContext& command, const Answers& kind) {
    const auto& [answers, letters] = kind;
    Index& marked = command.workspace.overlay->marked;
    const auto last = static_cast<Index>(answers.size()) - 1;
    if (key_pressed(Key::right) || key_pressed(Key::tab))
        marked = marked == last ? 0 : marked + 1;
    if (key_pressed(Key::left))
        marked = marked == 0 ? last : marked - 1;
    if (key_pressed(Key::enter))
        run_action(answers.at(static_cast<std::size_t>(marked)), command);
    else if (letters[0] != '\0' && chord_pressed({.key = letter_key(letters[0])}))
        run_action(answers[0], command);
    else if (letters[1] != '\0' && chord_pressed({.key = letter_key(letters[1])}))
        run_action(answers[1], command);
}

/// Up, down and Enter in a menu.
void walk_menu(const CommandContext& command) {
    Overlay& overlay = *command.workspace.overlay;
    const std::vector<Offer> offers = menu_offers(command.ui, overlay.menu, ImGui::GetIO().DisplaySize.x);
    const auto count = static_cast<Index>(offers.size());
    const auto walk = [&](Index by) {
        for (Index i = 0; i < count; ++i) {
            overlay.marked = ((overlay.marked + by) % count + count) % count;
            const Offer& offer = offers.at(static_cast<std::size_t>(overlay.marked));
            if (offer.enabled && offer.target.rfind("action:", 0) == 0)
                break;
        }
        command.workspace.hovered = offers.at(static_cast<std::size_t>(overlay.marked)).target;
    };
    if (count > 0 && key_pressed(Key::down))
        walk(1);
    else if (count > 0 && key_pressed(Key::up))
        walk(overlay.marked < 0 ? 0 : -1);
    if (overlay.marked >= 0 && overlay.marked < count)
        command.workspace.hovered = offers.at(static_cast<std::size_t>(overlay.marked)).target;
    if (key_pressed(Key::enter) && overlay.marked >= 0 && overlay.marked < count) {
        const std::string target = offers.at(static_cast<std::size_t>(overlay.marked)).target;
        const Point anchor = overlay.anchor;
        command.workspace.overlay.reset();
        run_action(target, {command.ui, command.workspace, command.frame_actions, anchor});
    }
}

} // namespace

void react_to_keys(const CommandContext& command, const Scene& scene) {
    const InSight seen = in_sight(command.ui, scene);
    if (chord_pressed({.key = Key::escape})) {
        escape(command);
        return;
    }
    if (!command.workspace.overlay && undo_beside_name(command))
        return;
    if (command.workspace.field) {
        if (command.workspace.overlay || !run_beside_field(command, seen))
            edit_field(command);
        return;
    }
    if (command.workspace.overlay) {
        if (command.workspace.overlay->kind == Overlay::Kind::menu)
            walk_menu(command);
        else if (command.workspace.overlay->kind == Overlay::Kind::unsaved)
            answer_by_key(command, unsaved_answers);
        else if (command.workspace.overlay->kind == Overlay::Kind::replacing)
            answer_by_key(command, replacing_answers);
        else if (command.workspace.overlay->kind == Overlay::Kind::recorded)
            answer_by_key(command, recorded_answers);
        else if (command.workspace.overlay->kind == Overlay::Kind::left_work)
            walk_left_work(command);
        else if (command.workspace.overlay->kind == Overlay::Kind::pins)
            walk_pins(command);
        else if (command.workspace.overlay->kind == Overlay::Kind::moved)
            walk_moved(command);
        else if (command.workspace.overlay->kind == Overlay::Kind::layer_questions && key_pressed(Key::enter))
            run_action("action:ask/open", command);
        else if (command.workspace.overlay->kind == Overlay::Kind::exporting)
            walk_export(command);
        else if (command.workspace.overlay->kind == Overlay::Kind::manual)
            walk_manual(command);
        return;
    }
    if (command.workspace.start && react_to_start_keys(command))
        return;
    if (react_to_lesson_keys(command))
        return;
    if (run_by_chord(command, seen) || command.workspace.start || command.workspace.blank)
        return;
    if (!walk_tokens(command))
        move_by_arrows(command);
    choose_head_by_digit(command);
    begin_typing(command, seen);
}

} // namespace attn
