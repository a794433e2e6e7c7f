#pragma once

#include "core/lesson/lesson.h"
#include "core/model/claim.h"
#include "ui/actions/actions.h"

#include <memory>
#include <string>
#include <string_view>

namespace attn {

/// The first minute is a lesson (assets/lessons/first-minute.json) whose steps fill the window: a word comes back
/// reversed; who does this? A head is bet on and switched off, and the word is read again. It is played on the session
/// that is open.
void begin_start(const UiContext& ui, Workspace& workspace, std::shared_ptr<const Lesson> lesson);
/// Undo has come back to it, as it was left.
void resume_start(Workspace& workspace);
/// Undo or redo may have changed the word that was typed.
void follow_history(const UiContext& ui, Workspace& workspace);
/// From the word to the heads.
void ask_who(Workspace& workspace);
/// From the heads to the word, and from the word into the whole window.
void go_back_in_start(Workspace& workspace);

/// What is typed as a name goes into the layer letter by letter, if it can; what cannot is said.
Result<void> take_name(std::string_view text, const CommandContext& command);
void follow_typing(const CommandContext& command);

/// Digits bet on a head, Enter does what is proposed. Whether a key was taken.
bool react_to_start_keys(const CommandContext& command);

void bet_on(Workspace& workspace, Index head);
/// The head that is bet on goes off, or on again.
void switch_bet(const CommandContext& command);
void switch_all_on(const CommandContext& command);

/// The letters of the layer that its embeddings name: "a to z".
std::string known_letters(const Sequence& sequence);

/// What the step says now, in two lines: "Without head 1: sessents." and "Six of 8 letters survive: who helps?"
struct Verdict {
    Claim title;
    Claim text;
};
Verdict said_alone(const UiContext& ui);

/// Over the field: why what was typed cannot be read, a remark on it, or what to type.
Claim said_of_name(const UiContext& ui);
/// Of these the first two; empty where there is nothing to remark.
std::string remark_on_name(const UiContext& ui);

} // namespace attn
