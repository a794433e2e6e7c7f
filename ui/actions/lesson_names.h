#pragma once

#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

// The parts of the window that are in sight in a lesson: those that it and the lessons before it have named.

/// The arrays that earlier lessons have named, those that this one has named so far, and the one shown, as far as the
/// layer has them.
std::vector<ArrayId> named_arrays(const UiContext& ui);
/// True if a later step or lesson is the first to name the array.
bool is_named_later(const UiContext& ui, ArrayId array);
/// True if a later step or lesson is the first to name the array, or any array that it is computed from.
bool is_made_of_unnamed(const UiContext& ui, ArrayId array);
/// True if a menu of the layer, or another control ("temperature", "entropy"), is shown: no lesson is open, everything
/// is shown, or a step so far needed it.
bool shows_menu(const UiContext& ui, std::string_view menu);
/// True if the target is that of a control in a menu that no lesson so far has named.
bool is_named_later(const UiContext& ui, std::string_view target);
/// True if the open task hides the action, whose name would tell how it is done.
bool is_hidden_by_task(const UiContext& ui, std::string_view action);
/// Limits the picture of one token to the lines that lessons so far have named; shows all if everything is shown.
void show_named_lines(const UiContext& ui, Workspace& workspace);
void show_all_lines(Workspace& workspace);
/// Shows a picture's remarks on its numbers, unless an open bet asks about them.
void show_remarks(Workspace& workspace);

/// The index of the read-out shown above the letters: in a lesson, the one that the step asks about, or else the only
/// one that the head in sight votes in; otherwise the first.
std::size_t shown_read_out(const UiContext& ui);

} // namespace attn
