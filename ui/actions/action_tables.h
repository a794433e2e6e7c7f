#pragma once

#include "ui/actions/actions.h"
#include "ui/document/request.h"

#include <span>
#include <utility>

namespace attn {

/// What concerns the history, files, and the dialogs that open from their menus.
std::span<const Action> file_actions();
/// How things are looked at.
std::span<const Action> view_actions();
/// What computes a stage before the eyes.
std::span<const Action> playback_actions();
/// What leads through the program, and how an audience or other eyes see it.
std::span<const Action> guide_actions();
/// What leads through a lesson.
std::span<const Action> lesson_actions();
/// What changes the session's numbers.
std::span<const Action> edit_actions();
/// What the layer does, and what the session says.
std::span<const Action> session_actions();
/// What changes its tokens.
std::span<const Action> token_actions();
/// What leads from layer to layer of a model.
std::span<const Action> layer_actions();

// The words in which both tables are written.

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
/// Opens one field of a menu to be filled in, alone, for those who did not come by the menu.
void ask_in_menu(const CommandContext& command, const std::string& menu, std::string field);
/// Opens a dialog with its field, where it has one.
void open_overlay(const CommandContext& command, Overlay::Kind kind);

} // namespace attn
