#pragma once

#include "core/explain/glossary.h"
#include "ui/actions/actions.h"

#include <optional>
#include <string_view>

namespace attn {

/// The word that the glossary is open at.
const GlossaryTerm& marked_term(const Workspace& workspace);
void mark_term(Workspace& workspace, Index by);
/// The first that begins so, if there is one.
void mark_term_that_begins(Workspace& workspace, std::string_view letters);

/// The first word that is shown by the array on the stage, or else the first of all.
const GlossaryTerm* term_in_sight(const UiContext& ui);

/// Opens the glossary at a word.
void show_in_glossary(const CommandContext& command, const GlossaryTerm* term);
/// What shows the word in this layer; none where it has nothing of the kind.
std::optional<ViewState> view_of_term(const UiContext& ui, const GlossaryTerm& term);
/// Goes where the word is shown.
void go_to_marked_term(const CommandContext& command);

} // namespace attn
