#pragma once

#include "core/explain/glossary.h"
#include "core/figure/theme.h"
#include "ui/actions/actions.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The word that the glossary is open at.
const GlossaryTerm& marked_term(const Workspace& workspace);
/// What is typed into the field over the words leaves those that have it in their names, or else in what they mean.
std::vector<const GlossaryTerm*> found_terms(const UiContext& ui);
std::vector<const GlossaryTerm*> found_terms(const UiContext& ui, std::string_view words);
/// Marks the first of them, or rather the first that begins with what was typed.
void mark_found_term(const UiContext& ui, Workspace& workspace);
/// So many further on, of those that were found.
void mark_term(const UiContext& ui, Workspace& workspace, Index by);
/// Up and down, a page of them, to the first and the last. Whether one of these keys was pressed.
bool walk_terms(const CommandContext& command);

/// As the notation writes it, where it is a length of the layer.
std::string shown_term(const UiContext& ui, const GlossaryTerm& term);
/// What it means, with this layer's numbers behind it.
std::string meaning_of(const UiContext& ui, const GlossaryTerm& term);

/// The first word that is shown by the array on the stage, or else the first of all.
const GlossaryTerm* term_in_sight(const UiContext& ui);

/// Opens the glossary at a word.
void show_in_glossary(const CommandContext& command, const GlossaryTerm* term);
/// What shows the word in this layer; none where it has nothing of the kind.
std::optional<ViewState> view_of_term(const UiContext& ui, const GlossaryTerm& term);
constexpr std::string_view glossary_field = "field:find-term";
/// Goes where the word is shown.
void go_to_marked_term(const CommandContext& command);

/// What of the dialog's height its list has not: the field above it, the buttons beneath it, and the margins.
constexpr float around_glossary_list = 2 * space::huge + 60 + space::large + space::small;
constexpr float glossary_line = 24;
Point size_of_glossary(const Box& window);

/// The words that the list shows, by their places among those that were found: around the one that is read, or as they
/// were scrolled.
struct ListedTerms {
    Index first = 0;
    Index count = 0;
    Index most = 0;      ///< the last of those that can be first
    Index unclamped = 0; ///< which would be first if there were others before and behind them
};
ListedTerms listed_terms(const UiContext& ui);

/// Scrolls the list by so many words; the one that is read stays.
void scroll_terms(const UiContext& ui, Workspace& workspace, Index by);

} // namespace attn
