#pragma once

#include "core/explain/glossary.h"
#include "core/figure/theme.h"
#include "ui/actions/actions.h"
#include "ui/toolkit/list_box.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

bool is_glossary_open(const UiContext& ui);
/// The term that the open glossary shows.
const GlossaryTerm& marked_term(const Workspace& workspace);
/// The terms whose names have the words typed above the list or, if there are none, whose meanings have them.
std::vector<const GlossaryTerm*> found_terms(const UiContext& ui);
std::vector<const GlossaryTerm*> found_terms(const UiContext& ui, std::string_view words);
/// Marks the first found term whose name begins with the typed text, or else the first one found.
void mark_found_term(const UiContext& ui, Workspace& workspace);
/// Moves the mark by `by` of the found terms.
void mark_term(const UiContext& ui, Workspace& workspace, Index by);
/// Reacts to Up, Down, Page Up, Page Down, Home and End. Returns true if one of them was pressed.
bool walk_terms(const CommandContext& command);

/// Returns the term's name; a size of the layer is written in the current notation.
std::string shown_term(const UiContext& ui, const GlossaryTerm& term);
/// The meaning of a term, followed by this layer's numbers.
Prose meaning_of(const UiContext& ui, const GlossaryTerm& term);

/// The first term whose example is the array on the stage, or else the first of all.
const GlossaryTerm* term_in_sight(const UiContext& ui);

/// Opens the glossary at a term.
void show_in_glossary(const CommandContext& command, const GlossaryTerm* term);
/// Returns the view that shows the term in this layer; nullopt if the layer contains nothing of this kind.
std::optional<ViewState> view_of_term(const UiContext& ui, const GlossaryTerm& term);
constexpr std::string_view glossary_field = "field:find-term";
/// Closes the glossary and shows what the term means in the layer.
void go_to_marked_term(const CommandContext& command);

/// The part of the dialog's height that its list does not take: the field above, the buttons beneath, the margins.
constexpr float around_glossary_list = 2 * space::huge + 60 + space::large + space::small;
constexpr float glossary_line = 24;
Point size_of_glossary(const Box& window);

/// Returns the range of found terms that the list shows: around the marked one, unless the list was scrolled.
ListWindow listed_terms(const UiContext& ui);

/// Scrolls the list by `by` terms; the mark stays on its term.
void scroll_terms(const UiContext& ui, Workspace& workspace, Index by);

} // namespace attn
