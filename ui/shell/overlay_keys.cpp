#include "ui/shell/overlay_keys.h"

#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/glossary_list.h"
#include "ui/actions/lecture.h"
#include "ui/actions/left_work_list.h"
#include "ui/actions/lesson.h"
#include "ui/actions/manual_pages.h"
#include "ui/actions/moved.h"
#include "ui/actions/pin_list.h"
#include "ui/panels/manual_dialog.h"
#include "ui/panels/menu.h"
#include "ui/panels/panels.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <imgui.h>
#include <string>
#include <vector>

namespace attn {

namespace {

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
    const Box window = window_of_dialog(command.workspace);
    const auto read_on = [&](float pages) {
        scroll_manual(command.workspace, pages * window.height / 2, longest_manual_scroll(command.ui, window));
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

/// In a lecture, where not all keys have room together.
void turn_keys_page(const CommandContext& command) {
    Index& page = command.workspace.overlay->marked;
    if (key_pressed(Key::down) || key_pressed(Key::page_down) || key_pressed(Key::right))
        page = std::min(page + 1, keys_pages(command.ui, window_of_dialog(command.workspace)) - 1);
    else if (key_pressed(Key::up) || key_pressed(Key::page_up) || key_pressed(Key::left))
        page = std::max<Index>(0, page - 1);
}

/// Whose field was left.
void walk_glossary(const CommandContext& command) {
    if (!walk_terms(command) && key_pressed(Key::enter))
        go_to_marked_term(command);
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

/// A number that is typed goes into the field that is marked, or that the keyboard is at.
bool type_into(const CommandContext& command, const std::string& target) {
    const std::string typed = typed_text(ImGui::GetIO());
    if (!target.starts_with("field:") || typed.find_first_of("0123456789-.") != 0)
        return false;
    begin_field(command.ui, command.workspace, target);
    select_all(*command.workspace.field);
    insert(*command.workspace.field, typed);
    return true;
}

/// Up, down, Home, End and Enter in a menu.
void walk_menu(const CommandContext& command) {
    Overlay& overlay = *command.workspace.overlay;
    const std::vector<Offer> offers = menu_offers(command.ui, overlay.menu, ImGui::GetIO().DisplaySize.x);
    const auto count = static_cast<Index>(offers.size());
    const auto walk = [&](Index by) {
        for (Index i = 0; i < count; ++i) {
            overlay.marked = ((overlay.marked + by) % count + count) % count;
            const Offer& offer = offers.at(static_cast<std::size_t>(overlay.marked));
            if (offer.enabled && !offer.target.empty())
                break;
        }
        command.workspace.hovered = offers.at(static_cast<std::size_t>(overlay.marked)).target;
    };
    if (count > 0 && key_pressed(Key::down))
        walk(1);
    else if (count > 0 && key_pressed(Key::up))
        walk(overlay.marked < 0 ? 0 : -1);
    else if (count > 0 && key_pressed(Key::home)) {
        overlay.marked = -1;
        walk(1);
    } else if (count > 0 && key_pressed(Key::end)) {
        overlay.marked = 0;
        walk(-1);
    }
    if (overlay.marked >= 0 && overlay.marked < count)
        command.workspace.hovered = offers.at(static_cast<std::size_t>(overlay.marked)).target;
    const bool is_marked = overlay.marked >= 0 && overlay.marked < count;
    if (type_into(command, is_marked ? offers.at(static_cast<std::size_t>(overlay.marked)).target
                                     : command.workspace.key_focus.value_or("")))
        return;
    if (key_pressed(Key::enter) && is_marked) {
        const std::string target = offers.at(static_cast<std::size_t>(overlay.marked)).target;
        if (target.starts_with("field:")) {
            begin_field(command.ui, command.workspace, target);
            return;
        }
        const Point anchor = overlay.anchor;
        command.workspace.overlay.reset();
        run_action(target, {command.ui, command.workspace, command.frame_actions, anchor});
    }
}

/// In a dialog that is higher than the window.
void read_on(Overlay& overlay) {
    constexpr float line = 48;
    const float page = ImGui::GetIO().DisplaySize.y / 2;
    constexpr std::array keys{Key::down, Key::up, Key::page_down, Key::page_up};
    const std::array ways{line, -line, page, -page};
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (key_pressed(keys.at(i)))
            overlay.scroll = std::max(0.0F, overlay.scroll + ways.at(i));
}

} // namespace

void react_to_overlay_keys(const CommandContext& command) {
    const Overlay::Kind kind = command.workspace.overlay->kind;
    if (kind == Overlay::Kind::menu)
        walk_menu(command);
    else if (type_into(command, command.workspace.key_focus.value_or("")))
        return;
    else if (kind == Overlay::Kind::unsaved)
        answer_by_key(command, unsaved_answers);
    else if (kind == Overlay::Kind::replacing)
        answer_by_key(command, replacing_answers);
    else if (kind == Overlay::Kind::recorded)
        answer_by_key(command, recorded_answers);
    else if (kind == Overlay::Kind::left_work)
        walk_left_work(command);
    else if (kind == Overlay::Kind::pins)
        walk_pins(command);
    else if (kind == Overlay::Kind::moved)
        walk_moved(command);
    else if (kind == Overlay::Kind::layer_questions && key_pressed(Key::enter))
        run_action("action:ask/open", command);
    else if (kind == Overlay::Kind::exporting)
        walk_export(command);
    else if (kind == Overlay::Kind::manual)
        walk_manual(command);
    else if (kind == Overlay::Kind::keys && command.workspace.lecture)
        turn_keys_page(command);
    else if (kind == Overlay::Kind::glossary)
        walk_glossary(command);
    else if (const LessonLabel* const next = next_lesson(command.ui);
             kind == Overlay::Kind::lessons && next != nullptr && key_pressed(Key::enter))
        run_action("action:lesson/" + next->id, command);
    else
        read_on(*command.workspace.overlay);
}

} // namespace attn
