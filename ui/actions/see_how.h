#pragma once

#include "ui/document/ui_context.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

/// One step of what is told on the preset who-and-where. Its numbers come from the trace.
struct TourStep {
    std::string_view title;
    std::string (*text)(const UiContext& ui) = nullptr;
    CellId cell; ///< what is shown
};

std::span<const TourStep> told_steps();

void begin_see_how(const UiContext& ui, Workspace& workspace);
/// Forward or back; beyond the last step it ends.
void step_see_how(const UiContext& ui, Workspace& workspace, int by);
void end_see_how(Workspace& workspace);

} // namespace attn
