#pragma once

#include "core/explain/readout.h"
#include "core/model/claim.h"
#include "ui/actions/actions.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The first minute: a word comes back reversed; who does this? A head is bet on and switched off, and the word is read
/// again. What is said comes from the trace. It is about the session's first read-out.
void begin_start(const UiContext& ui, Workspace& workspace);
/// Undo has come back to it, as it was left.
void resume_start(Workspace& workspace);
/// Undo or redo may have changed the word that was typed.
void follow_history(const UiContext& ui, Workspace& workspace);
/// The session stays, and the whole window comes.
void leave_start(Workspace& workspace);
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

/// What the session's first read-out says of the item that is shown; nothing where it has none.
std::vector<TokenReading> present_reading(const UiContext& ui);

/// The heads that are off.
std::vector<Index> heads_off(const Layer& layer);

/// What became of the word, in two lines: "Without head 1: sessents." and "Six of 8 letters survive: who helps?"
struct Verdict {
    Claim title;
    Claim text;
};
Verdict verdict(const UiContext& ui);

/// "stressed goes in, desserts comes out."
Claim goes_and_comes(const UiContext& ui);
/// Whether what comes out is what goes in, read from its end; what must hold for that, in any case.
bool comes_back_reversed(const UiContext& ui);
std::vector<Fact> reversed_facts(const UiContext& ui);
/// Whether it is what goes in, letter by letter, of several.
bool reads_the_same(const UiContext& ui);
std::vector<Fact> same_facts(const UiContext& ui);

} // namespace attn
