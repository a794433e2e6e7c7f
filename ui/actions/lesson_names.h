#pragma once

#include "ui/actions/actions.h"

#include <string_view>
#include <vector>

namespace attn {

// What is in sight while a lesson is open: what it and those before it have named.

/// The steps that lessons before this one have named, what this one names, and what is shown, as far as the layer has
/// them.
std::vector<ArrayId> named_arrays(const UiContext& ui);
/// Whether a step or a lesson that is still to come is the first to name the array.
bool is_named_later(const UiContext& ui, ArrayId array);
/// Whether that holds of it, or of anything that it is made of.
bool is_made_of_unnamed(const UiContext& ui, ArrayId array);
/// Whether a menu of the layer, or another control ("temperature", "entropy"), is there: no lesson is open, everything
/// is shown, or a step so far needed it.
bool shows_menu(const UiContext& ui, std::string_view menu);
/// Whether the target is of a control in a menu that no lesson so far has named.
bool is_named_later(const UiContext& ui, std::string_view target);
/// Whether the task that is open hides the action, whose name would say how it is done.
bool is_hidden_by_task(const UiContext& ui, std::string_view action);
/// The picture of one token shows the lines that the lessons so far have named; all, where everything is shown.
void show_named_lines(const UiContext& ui, Workspace& workspace);
void show_all_lines(Workspace& workspace);
/// What a picture says of its numbers is there when no bet asks it any more.
void show_remarks(Workspace& workspace);

/// Which of the session's read-outs stands over the letters: in a lesson the one that the step asks about, or else the
/// one that the head in sight alone votes in; otherwise the first.
std::size_t shown_read_out(const UiContext& ui);

} // namespace attn
