#pragma once

#include "ui/actions/actions.h"
#include "ui/document/request.h"

#include <span>
#include <utility>

namespace attn {

/// History, files, and the dialogs that open from their menus.
std::span<const Action> file_actions();
/// Ways of looking at the numbers.
std::span<const Action> view_actions();
/// The film of how a stage is computed.
std::span<const Action> playback_actions();
/// Guides through the program; lectures.
std::span<const Action> guide_actions();
/// Steps, answers and hints of a lesson.
std::span<const Action> lesson_actions();
/// Changes of the session's numbers.
std::span<const Action> edit_actions();
/// Options of the layer, and the session's texts.
std::span<const Action> session_actions();
/// Changes of the session's tokens.
std::span<const Action> token_actions();
/// Moves from layer to layer of a model.
std::span<const Action> layer_actions();

// Short forms for writing the tables of actions and of fields.

constexpr Chord key(Key key) {
    return {.key = key};
}
constexpr Chord control(Key key) {
    return {.key = key, .control = true};
}
constexpr Chord control_shift(Key key) {
    return {.key = key, .control = true, .shift = true};
}

void ask(const CommandContext& command, Request request);
void make(const CommandContext& command, Edit edit);
/// Opens the menu of that name.
void hang_menu(const CommandContext& command, std::string menu);
/// Opens one field of a menu alone, to be filled in by those who did not come by the menu.
void ask_in_menu(const CommandContext& command, const std::string& menu, std::string field);

} // namespace attn
