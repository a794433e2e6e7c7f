#pragma once

#include "ui/actions/actions.h"

#include <string>

namespace attn {

// The work of windows that ended without being asked, as it is offered; rows count from 0.

constexpr Index most_rows_of_left_work = 3;
constexpr Index buttons_of_left_work = 2; ///< in a row

Index shown_left_works(const UiContext& ui);
/// The button that Enter takes; the last one is Later.
Index marked_left_work_button(const UiContext& ui);
std::string open_left_work_target(Index row);
std::string discard_left_work_target(Index row);

/// The keys: arrows and Tab between the buttons, Enter, O and D.
void walk_left_work(const CommandContext& command);

} // namespace attn
