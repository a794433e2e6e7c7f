#pragma once

#include "ui/document/ui_context.h"
#include "ui/panels/controls.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// Buttons of the bar that stay together, after a title.
struct BarGroup {
    std::string title;
    std::vector<Segment> segments;
};

/// The length of the bar's labels.
enum class BarWording : std::uint8_t {
    full,
    brief, ///< without the options' values, unless these are unusual
    listed ///< as `brief`, and the heads as a list: a bar with a button for only one of two heads would show half a
           ///< layer
};

/// Returns the groups of the bar, the most important first. Their positions depend on which options exist, never on how
/// they are set.
std::vector<BarGroup> bar_groups(const UiContext& ui, BarWording wording);

/// Returns the name of the session's file or, without a file, its title; empty if it has neither.
std::string name_of_session(const UiContext& ui);

/// The button with the session's name; undo and redo; and, at the bar's right end, baseline, files and help.
std::vector<Segment> session_button(const UiContext& ui);
std::vector<Segment> history_buttons(const UiContext& ui);
std::vector<Segment> right_buttons(const UiContext& ui);

} // namespace attn
