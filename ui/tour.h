#pragma once

#include "ui/ui_context.h"

#include <array>
#include <span>
#include <string_view>

namespace attn {

/// A step of the tour. What ends it is a state of session and window and no event, so that whatever the learner does
/// out of order does no harm.
struct TourStep {
    std::string_view title;
    std::string_view text;
    std::string_view then{}; ///< how to let go of what the step opened; empty where it opens nothing
    /// What it points at, by name, with * for any end: the first of them that is on the screen.
    std::array<std::string_view, 4> targets;
    void (*show)(const UiContext& ui, Workspace& workspace) = nullptr; ///< goes to where they are
    bool (*is_met)(const UiContext& ui) = nullptr;
};

/// The steps in their order, on the preset that programs open with.
std::span<const TourStep> tour_steps();
/// The step that the tour stands at; there must be a tour.
const TourStep& tour_step(const Workspace& workspace);

/// Begins at the first step; the session on the desk is what changes are counted from.
void begin_tour(const UiContext& ui, Workspace& workspace);
/// Notices what was done, and goes on once nothing is open and no mouse button held.
void advance_tour(const UiContext& ui, Workspace& workspace);
void skip_tour_step(const UiContext& ui, Workspace& workspace);
void go_back_in_tour(const UiContext& ui, Workspace& workspace);
void end_tour(Workspace& workspace);
/// No tour now, and none is offered again.
void decline_tour(Workspace& workspace);

} // namespace attn
