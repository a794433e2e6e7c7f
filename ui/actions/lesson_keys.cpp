// The keys of an open lesson.

#include "core/figure/pictures/labels.h"
#include "core/lesson/beside_task.h"
#include "core/lesson/bets.h"
#include "core/model/arrays.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/navigation.h"
#include "ui/toolkit/key.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <imgui.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// In a step that fills the window, Enter runs the proposed action, and digits switch a head off or on.
bool react_to_keys_of_view(const CommandContext& command) {
    const Scope scope = command.ui.scope();
    if (!scope.is_first_minute)
        return false;
    if (!scope.proposal.empty() && chord_pressed({.key = Key::enter})) {
        run_action(scope.proposal, command);
        return true;
    }
    if (scope.asked != nullptr || scope.layout != Scope::Layout::first_minute_with_heads)
        return false;
    for (char digit = '1'; digit <= '9'; ++digit)
        if (digit - '1' < command.ui.sizes().H && chord_pressed({.key = letter_key(digit)})) {
            run_action(fmt::format("action:switch-head/{}", digit), command);
            return true;
        }
    return false;
}

/// Enter goes to the next step if nothing is asked any more.
bool leads_on(const CommandContext& command) {
    const Scope scope = command.ui.scope();
    const auto& run = *command.workspace.lesson;
    const bool waits = run.now().task && !run.task.is_done;
    if (!scope.has_lesson_beside() || !run.acting.empty() || waits || !scope.is_through ||
        !chord_pressed({.key = Key::enter}))
        return false;
    run_action("action:lesson-next", command);
    return true;
}

/// 1 or −1 if a key goes to the next or the previous matrix, else 0.
Index matrices_walked() {
    const auto is_pressed = [](Key with_alt, Key alone) {
        return chord_pressed({.key = with_alt, .alt = true}) || chord_pressed({.key = alone});
    };
    return is_pressed(Key::page_down, Key::right_bracket) ? 1 : is_pressed(Key::page_up, Key::left_bracket) ? -1 : 0;
}

/// Goes to the next or the previous matrix of the strip above the stage.
bool walks_matrices(const CommandContext& command) {
    const Index by = matrices_walked();
    if (by == 0 || !command.ui.scope().has_lesson_beside())
        return false;
    const std::vector<ArrayId> matrices = named_arrays(command.ui);
    const auto now = std::ranges::find(matrices, command.ui.workspace.array()) - matrices.begin();
    const Index next = std::clamp<Index>(now + by, 0, std::ssize(matrices) - 1);
    run_action(fmt::format("action:step/{}", array_name(matrices[static_cast<std::size_t>(next)])), command);
    return true;
}

/// The field for letters typed while no field is open: that of the number asked for, or of the word that the task is
/// about; empty if there is none.
std::string_view field_waited_for(const Scope& scope) {
    if (scope.asks(Bet::Kind::type))
        return "field:lesson-number";
    if (scope.task == nullptr || !scope.has_lesson_beside())
        return {};
    const std::vector<std::string> changed = allowed_parts(scope.task->done);
    const bool is_one = changed.size() == 1;
    return is_one && changed.front() == "tokens"    ? "field:sentence"
           : is_one && changed.front() == "context" ? "field:context-sentence"
                                                    : std::string_view();
}

void go_on_in_scene(const CommandContext& command) {
    if (command.workspace.lesson->acting.empty())
        command.workspace.lecture_inspector = false; // the text takes the inspector's place
    advance_lesson(command, lesson_event::GoOnInScene());
}

/// Opens the field that waits for typed letters. Without one, letters are commands.
bool types_into_field(const CommandContext& command) {
    const ImGuiIO& io = ImGui::GetIO();
    const std::string typed = typed_text(io);
    const bool is_letter = !typed.empty() && std::isalpha(static_cast<unsigned char>(typed.front())) != 0;
    const std::string_view field = is_letter && !io.KeyCtrl && !io.KeyAlt ? field_waited_for(command.ui.scope()) : "";
    if (field.empty())
        return false;
    begin_field(command.workspace, std::string(field), {});
    insert(*command.workspace.field, typed);
    return true;
}

} // namespace

bool react_to_lesson_keys(const CommandContext& command) {
    const Scope scope = command.ui.scope();
    if (!scope.is_taught)
        return false;
    if (react_to_keys_of_view(command) || types_into_field(command))
        return true;
    for (const auto& [key, by] : {std::pair(Key::page_down, 1), std::pair(Key::page_up, -1)})
        if (chord_pressed({.key = key})) {
            if (scope.is_for_audience && by > 0)
                go_on_in_scene(command);
            else
                run_action(by > 0 ? "action:lesson-next" : "action:lesson-back", command);
            return true;
        }
    if (walks_matrices(command))
        return true;
    // This comes before the film, which has the same key elsewhere.
    if (scope.has_note && chord_pressed({.key = letter_key('n')})) {
        run_action("action:lesson-note", command);
        return true;
    }
    if (scope.asked == nullptr)
        return leads_on(command);
    constexpr std::string_view digits = "1234567890";
    for (Index i = 0; i < std::min(std::ssize(digits), std::ssize(scope.asked->choices)); ++i)
        if (chord_pressed({.key = letter_key(digits[static_cast<std::size_t>(i)])})) {
            advance_lesson(command, lesson_event::Choose{i});
            return true;
        }
    if (scope.asks(Bet::Kind::mark_many) && chord_pressed({.key = Key::space})) {
        advance_lesson(command, lesson_event::Mark{inspected_cell(command.ui)});
        return true;
    }
    if (!chord_pressed({.key = Key::enter}))
        return false;
    if (can_place(*command.workspace.lesson, inspected_cell(command.ui)))
        advance_lesson(command, lesson_event::Place());
    else if (scope.asks(Bet::Kind::type))
        begin_field(command.workspace, "field:lesson-number", {});
    return true;
}

} // namespace attn
