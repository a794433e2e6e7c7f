#pragma once

#include "ui/document/ui_context.h"
#include "ui/panels/controls.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// Buttons of the bar that stay together, behind a word that says what they are.
struct BarGroup {
    std::string title;
    std::vector<Segment> segments;
};

/// How much of the bar its words take.
enum class BarWording : std::uint8_t {
    full,
    brief, ///< options are named without saying what they are, but for those that are not as they usually are
    listed ///< and the heads are a list: a bar that shows one of two heads shows half a layer
};

/// In the order of importance: what has no room at the end goes into the overflow menu. Where they stand depends on
/// what there is to switch, and never on how it is switched.
std::vector<BarGroup> bar_groups(const UiContext& ui, BarWording wording);

/// As its file is called; by its title where it has none, and empty where it has neither.
std::string name_of_session(const UiContext& ui);

/// Which session it is, and the baseline, files and help at the bar's other end.
std::vector<Segment> session_button(const UiContext& ui);
std::vector<Segment> history_buttons(const UiContext& ui);
std::vector<Segment> right_buttons(const UiContext& ui);

} // namespace attn
